import { BLANK, type Registration } from './registration'

/** Why a pasted configuration cannot be taken; said by `form.paste.<reason>`. */
export class Unreadable extends Error {
  readonly reason: 'notJson' | 'none' | 'several'

  constructor(reason: Unreadable['reason']) {
    super(reason)
    this.reason = reason
  }
}

type Entry = Record<string, unknown>

/**
 * Returns a registration out of the JSON that READMEs of MCP servers show: `{"mcpServers": {"name": {…}}}`, the inner
 * object of names, or one server alone. Throws `Unreadable`.
 */
export function fromConfiguration(text: string): Registration {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Unreadable('notJson')
  }
  const [name, entry] = theOne(value)
  const url = word(entry.url) || word(entry.serverUrl)
  const values = Object.entries(
    isEntry(url ? entry.headers : entry.env) ? ((url ? entry.headers : entry.env) as Entry) : {},
  )
  return {
    ...BLANK,
    name: nameFrom(name),
    title: name,
    transport: url ? 'http' : 'stdio',
    url,
    command: word(entry.command),
    args: (Array.isArray(entry.args) ? entry.args.map(String) : []).join('\n'),
    values: values.map(([key, one]) => ({ key, value: String(one), kept: false })),
  }
}

function theOne(value: unknown): [string, Entry] {
  if (!isEntry(value)) throw new Unreadable('none')
  if (isServer(value)) return ['', value]
  const inner = isEntry(value.mcpServers) ? value.mcpServers : isEntry(value.servers) ? value.servers : value
  const found = Object.entries(inner).filter((pair): pair is [string, Entry] => isEntry(pair[1]) && isServer(pair[1]))
  if (!found.length) throw new Unreadable('none')
  if (found.length > 1) throw new Unreadable('several')
  return found[0]!
}

const isEntry = (value: unknown): value is Entry => typeof value === 'object' && value !== null && !Array.isArray(value)
const isServer = (entry: Entry) => Boolean(word(entry.command) || word(entry.url) || word(entry.serverUrl))
const word = (value: unknown) => (typeof value === 'string' ? value : '')

/** A name as servers have them, out of any words. */
function nameFrom(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 32)
    .replace(/^-|-$/g, '')
}
