import type { Schemas } from '@/client/api'

export type Document = Schemas['Document']
export type DocumentText = Schemas['DocumentView']
export type Passage = Schemas['Passage']
export type Hit = Omit<Schemas['Hit'], 'marks'> & { marks: number[][] }
