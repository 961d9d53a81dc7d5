import type { Schemas } from '@/client/api'

export type Swarm = Schemas['Swarm']
export type SwarmLimits = Swarm['limits']
export type Resident = Schemas['Resident']
export type Room = Schemas['Room']
export type Mail = Schemas['Mail']
export type Wait = Schemas['Wait']
export type Template = Schemas['Template']
export type TemplateResident = Template['residents'][number]
export type Delivery = Mail['deliveries'][number]
export type ResidentTurn = Schemas['TurnView']
export type TurnEntry = ResidentTurn['entries'][number]
