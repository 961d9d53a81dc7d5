import type { Schemas } from '@/client/api'

export type Server = Schemas['ServerReply']
export type Transport = Server['transport']

/** A variable or header of a registration. */
export interface ValueRow {
  key: string
  value: string
  /** The server has a value that was never told; it stays unless another is written. */
  kept: boolean
}

/** A credential that each person brings. */
export interface NeededRow {
  name: string
  key: string
  prefix: string
  description: string
  required: boolean
}

/** A registration as it is written in the form. */
export interface Registration {
  name: string
  title: string
  description: string
  transport: Transport
  command: string
  /** One a line. */
  args: string
  /** One a line. */
  paths: string
  url: string
  values: readonly ValueRow[]
  /** One a line. */
  tools: string
  readOnly: boolean
  approval: Server['approval']
  network: boolean
  needed: readonly NeededRow[]
  callsPerMinute: string
  timeoutSeconds: string
}

export const BLANK: Registration = {
  name: '',
  title: '',
  description: '',
  transport: 'stdio',
  command: '',
  args: '',
  paths: '',
  url: '',
  values: [],
  tools: '',
  readOnly: false,
  approval: 'effects',
  network: false,
  needed: [],
  callsPerMinute: '60',
  timeoutSeconds: '60',
}

export function registrationOf(server: Server): Registration {
  const names = server.transport === 'stdio' ? server.environment : server.headers
  return {
    name: server.name,
    title: server.title,
    description: server.description,
    transport: server.transport,
    command: server.command ?? '',
    args: server.args.join('\n'),
    paths: server.paths.join('\n'),
    url: server.url ?? '',
    values: names.map((key) => ({ key, value: '', kept: true })),
    tools: server.tools.join('\n'),
    readOnly: server.readOnly,
    approval: server.approval,
    network: server.network,
    needed: server.credentials.map(({ name, key, prefix = '', description = '', required = true }) => ({
      name,
      key,
      prefix,
      description,
      required,
    })),
    callsPerMinute: String(server.callsPerMinute),
    timeoutSeconds: String(server.timeoutSeconds),
  }
}

/** Returns what is sent: only what belongs to the way the server is reached. */
export function bodyOf(draft: Registration): Schemas['ServerFields'] {
  const stdio = draft.transport === 'stdio'
  const values = Object.fromEntries(
    draft.values
      .filter((row) => row.key.trim())
      .map((row) => [row.key.trim(), row.kept && row.value === '' ? null : row.value]),
  )
  return {
    name: draft.name.trim(),
    title: draft.title.trim(),
    description: draft.description.trim(),
    transport: draft.transport,
    command: stdio ? draft.command.trim() : null,
    args: stdio ? linesOf(draft.args) : [],
    paths: stdio ? linesOf(draft.paths) : [],
    url: stdio ? null : draft.url.trim(),
    environment: stdio ? values : {},
    headers: stdio ? {} : values,
    tools: linesOf(draft.tools),
    readOnly: draft.readOnly,
    approval: draft.approval,
    network: stdio && draft.network,
    credentials: draft.needed.map((row) => ({
      name: row.name.trim(),
      key: row.key.trim(),
      prefix: row.prefix,
      description: row.description.trim(),
      required: row.required,
      place: stdio ? 'environment' : 'header',
    })),
    callsPerMinute: Number(draft.callsPerMinute),
    timeoutSeconds: Number(draft.timeoutSeconds),
  }
}

/** Fields that are wrong, each to be said by `form.problem.<word>`. */
export type Refusals = Partial<
  Record<'name' | 'command' | 'url' | 'values' | 'needed' | 'callsPerMinute' | 'timeoutSeconds', string>
>

const NAME = /^[a-z0-9]+([_-][a-z0-9]+)*$/

/** Returns what the server would surely refuse; the rest is its to judge. */
export function refusalsOf(draft: Registration): Refusals {
  const found: Refusals = {}
  if (!NAME.test(draft.name.trim()) || draft.name.trim().length > 32) found.name = 'name'
  if (draft.transport === 'stdio' && !draft.command.trim()) found.command = 'command'
  if (draft.transport === 'http' && !/^https?:\/\/\S+$/.test(draft.url.trim())) found.url = 'url'
  const keys = draft.values.map((row) => row.key.trim())
  if (draft.values.some((row) => (row.key.trim() === '') !== (row.value === '' && !row.kept))) found.values = 'valueRow'
  else if (new Set(keys).size < keys.length) found.values = 'twice'
  const names = draft.needed.map((row) => row.name.trim())
  if (draft.needed.some((row) => !NAME.test(row.name.trim()) || !row.key.trim())) found.needed = 'neededRow'
  else if (new Set(names).size < names.length) found.needed = 'twice'
  if (!within(draft.callsPerMinute, 1, 10_000, true)) found.callsPerMinute = 'calls'
  if (!within(draft.timeoutSeconds, 1, 600, false)) found.timeoutSeconds = 'timeout'
  return found
}

/** The field of the form for the field of a refusal by the server. */
export function fieldOf(wire: string | undefined): keyof Registration | undefined {
  const [first = ''] = (wire ?? '').split('.')
  if (first === 'environment' || first === 'headers') return 'values'
  if (first === 'credentials') return 'needed'
  return first in BLANK ? (first as keyof Registration) : undefined
}

/** The lines that have something on them. */
const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

function within(text: string, least: number, most: number, whole: boolean): boolean {
  const value = Number(text)
  return text.trim() !== '' && value >= least && value <= most && (!whole || Number.isInteger(value))
}
