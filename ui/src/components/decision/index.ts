export { DecisionSentence, useDecisionSentence } from './sentence'
export { DecisionView } from './view'
