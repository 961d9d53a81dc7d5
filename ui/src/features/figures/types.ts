import type { Schemas } from '@/client/api'

export type Whole = Schemas['Metrics']
/** Those of the completed that did something for who asked. */
export const answeredOf = ({ completed, unanswered }: { completed: number; unanswered: number }): number =>
  completed - unanswered
export type Span = Whole['span']
/** An agent or a person by their runs, or a model or a tool by its calls. */
export type Row = Schemas['ExecutionRow'] | Schemas['CallRow']
export type ErrorRow = Schemas['ErrorRow']
