import type { Schemas } from '@/client/api'

export type Misroute = Schemas['Misroute']
