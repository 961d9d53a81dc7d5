import type { Schemas } from '@/client/api'

export type GoldenCase = Schemas['GoldenCase']
export type GoldenRun = Schemas['GoldenRun']
export type ImportReport = Schemas['GoldenImport']
