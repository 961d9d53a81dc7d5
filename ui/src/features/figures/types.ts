import type { Schemas } from '@/client/api'

export type Whole = Schemas['Metrics']
export type Span = Whole['span']
/** An agent or a person by their runs, or a model or a tool by its calls. */
export type Row = Schemas['ExecutionRow'] | Schemas['CallRow']
export type ErrorRow = Schemas['ErrorRow']
