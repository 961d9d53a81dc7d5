import type { Candidate, Decision, Schemas } from '@/client/api'
import type { Why } from '@/lib/why'

import { matchedWords } from './words'

/** What a sentence can be made of: a whole decision, or the short form that executions carry. */
export type Explainable = Decision | Schemas['TurnDecision']

/** Why an agent was chosen, as data: which sentence, and what goes into it. */
export interface Explanation {
  why:
    | 'explicit'
    | 'addressed'
    | 'continued'
    | 'tool'
    | 'followUp'
    | 'followUpBy'
    | 'smallTalk'
    | 'split'
    | 'keywords'
    | 'patterns'
    | 'keywordsAndPatterns'
    | 'examples'
    | 'examplesLike'
    | 'examplesCorrection'
    | 'wordless'
    | 'plugin'
    | 'pluginNobody'
    | 'words'
    | 'model'
    | 'open'
    | 'getsTheRest'
    | 'nobody'
    | 'nobodyClear'
    | 'nobodyUnlike'
  /** The chosen agent's id. */
  agent: string | null
  /** Words of the message that it rests on. */
  words: readonly string[]
  /** Ids of the agents that it was left open between. */
  shortlist: readonly string[]
  /** How the next best did; nothing where there is nothing to compare. */
  next: Comparison | null
}

export type Comparison =
  | { how: 'alone' }
  | { how: 'less'; agent: string; by: number }
  | { how: 'surer'; agent: string; own: number; theirs: number }
  | { how: 'priority' | 'rarity' | 'order' | 'tie'; agent: string; score: number }

/** Explains a decision. */
export function explain(decision: Explainable): Explanation {
  const winner = winnerOf(decision)
  const base = { agent: decision.agent, words: wordsOf(decision, winner), shortlist: [] as string[], next: null }
  switch (decision.stage) {
    case 'explicit':
      return { ...base, why: 'explicit', words: [] }
    case 'addressed':
      return { ...base, why: 'addressed', words: [] }
    case 'continued':
      return { ...base, why: 'continued', words: [] }
    case 'follow_up': {
      // The phrase is the person's own: it can be said in any language.
      const phrase = decision.why?.values?.phrase
      return { ...base, why: phrase ? 'followUpBy' : 'followUp', words: phrase ? [String(phrase)] : [] }
    }
    case 'small_talk':
      return { ...base, why: 'smallTalk', words: [] }
    case 'split':
      return {
        ...base,
        why: 'split',
        words: [],
        shortlist: 'parts' in decision ? [...new Set((decision.parts ?? []).map((part) => part.agent))] : [],
      }
    case 'tools':
      return { ...base, why: 'tool', words: [String(decision.why?.values?.tool ?? '')] }
    case 'intents':
      return { ...base, why: intentKind(decision, winner), next: compareConfidence(decision) }
    case 'tags':
      return { ...base, why: 'words', next: compareScores(decision) }
    case 'examples': {
      const closest = learnedOf(decision)?.examples.find((one) => one.agent === decision.agent)
      const why = !closest ? 'examples' : closest.source === 'correction' ? 'examplesCorrection' : 'examplesLike'
      return { ...base, why, words: closest ? [shortened(closest.text)] : [], next: compareLearned(decision) }
    }
    case 'plugin':
      return { ...base, why: decision.agent ? 'plugin' : 'pluginNobody' }
    case 'model':
      return decision.agent
        ? { ...base, why: 'model' }
        : { ...base, why: 'open', shortlist: 'shortlist' in decision ? decision.shortlist : [] }
    case 'finalize':
      return { ...base, why: decision.agent ? 'getsTheRest' : nobodyKind(decision), words: [] }
    default:
      return { ...base, why: decision.agent ? 'wordless' : 'nobodyClear', words: [] }
  }
}

const LONGEST_EXAMPLE = 80
/** Why one of two with the same score was chosen. */
const TIES: Partial<Record<Why['code'], 'priority' | 'rarity' | 'order'>> = {
  'tie-by-priority': 'priority',
  'tie-by-rarity': 'rarity',
  'tie-by-order': 'order',
}

function shortened(text: string): string {
  return text.length > LONGEST_EXAMPLE ? `${text.slice(0, LONGEST_EXAMPLE).trimEnd()}…` : text
}

function learnedOf(decision: Explainable): Schemas['Learned'] | null {
  return 'learned' in decision ? (decision.learned ?? null) : null
}

function nobodyKind(decision: Explainable): 'nobody' | 'nobodyClear' | 'nobodyUnlike' {
  if (!('candidates' in decision) || !decision.candidates.length) return 'nobody'
  return learnedOf(decision)?.refused ? 'nobodyUnlike' : 'nobodyClear'
}

function compareLearned(decision: Explainable): Comparison | null {
  const learned = learnedOf(decision)
  if (!learned || learned.agent !== decision.agent) return null
  return learned.runnerUp
    ? { how: 'surer', agent: learned.runnerUp, own: learned.confidence, theirs: learned.runnerUpConfidence }
    : { how: 'alone' }
}

function winnerOf(decision: Explainable): Candidate | undefined {
  return 'candidates' in decision ? decision.candidates.find((one) => one.agent === decision.agent) : undefined
}

function wordsOf(decision: Explainable, winner: Candidate | undefined): string[] {
  if ('matched' in decision) return [...new Set(decision.matched.map((word) => word.text))]
  const kinds = decision.stage === 'intents' ? ['keyword', 'pattern'] : ['tag', 'word']
  const evidence = (winner?.evidence ?? []).filter((piece) => kinds.includes(piece.kind))
  return matchedWords(decision.message, evidence)
}

function intentKind(
  decision: Explainable,
  winner: Candidate | undefined,
): 'keywords' | 'patterns' | 'keywordsAndPatterns' {
  const kinds = new Set(
    'matched' in decision ? decision.matched.map((word) => word.kind) : winner?.evidence.map((piece) => piece.kind),
  )
  if (!kinds.has('pattern')) return 'keywords'
  return kinds.has('keyword') ? 'keywordsAndPatterns' : 'patterns'
}

function compareConfidence(decision: Explainable): Comparison | null {
  if (!('candidates' in decision)) return null
  const others = decision.candidates.filter((one) => one.agent !== decision.agent && one.confidence > 0)
  const next = others.sort((a, b) => b.confidence - a.confidence)[0]
  return next
    ? { how: 'surer', agent: next.agent, own: decision.confidence, theirs: next.confidence }
    : { how: 'alone' }
}

function compareScores(decision: Explainable): Comparison | null {
  if (!('candidates' in decision)) return null
  const winner = winnerOf(decision)
  const next = decision.candidates.find((one) => one.agent !== decision.agent && one.score > 0)
  if (!winner || !next) return { how: 'alone' }
  const by = winner.score - next.score
  if (by > 0) return { how: 'less', agent: next.agent, by }
  return { how: (decision.why && TIES[decision.why.code]) ?? 'tie', agent: next.agent, score: winner.score }
}
