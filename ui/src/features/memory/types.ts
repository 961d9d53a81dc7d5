import type { Schemas } from '@/client/api'

export type EntityBrief = Schemas['EntityBrief']
export type Entity = Schemas['EntityView']
export type Observation = Schemas['Observation']
export type Provenance = Schemas['Provenance']
export type Relation = Schemas['RelationView']
export type Change = Schemas['Change']

/** What a line of a file stands for. */
export type Draft = { kind: 'entity'; name: string; entityType: string; observations: number } | { kind: 'relation' }
