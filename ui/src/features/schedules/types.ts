import type { Schemas } from '@/client/api'

export type Schedule = Schemas['Schedule']
export type Action = Schedule['action']
export type Words = Schedule['words']
export type ScheduleRun = Schemas['ScheduleRun']
