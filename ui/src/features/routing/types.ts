import type { Schemas } from '@/client/api'

export type Edit = Schemas['Edit']
export type WhyNot = Schemas['WhyNot']
export type Proposal = Schemas['Proposal']
export type ReplayQuery = Schemas['ReplayQuery']
export type GeneralWord = Schemas['GeneralWord']
export type TrafficEffect = Schemas['TrafficEffect']
export type Finding = Schemas['RosterLint']['findings'][number]
