import type { Schemas } from '@/client/api'

/** Counts by stage, each as [stage, count]. */
type Counts = readonly (readonly (string | number)[])[]

export type ReplayReport = Omit<Schemas['ReplayReport'], 'stagesBefore' | 'stagesAfter'> & {
  stagesBefore: Counts
  stagesAfter: Counts
}
export type Release = Omit<Schemas['Release'], 'replay'> & { replay?: ReplayReport | null | undefined }
export type RoutingState = Omit<Schemas['RoutingState'], 'published' | 'candidate' | 'canary'> & {
  published: Release | null
  candidate: Release | null
  canary: Release | null
}
export type Status = Release['status']
export type RoutingChange = Schemas['RoutingChange']
export type FlipGroup = Schemas['FlipGroup']
export type Flip = Schemas['Flip']
export type GoldenResult = Schemas['GoldenResult']
export type FileReplay = Omit<Schemas['Replay'], 'summary'> & {
  summary: Omit<Schemas['ReplaySummary'], 'stages'> & { stages: Counts }
}
export type FileResult = Schemas['ReplayResult']
