import type { Schemas } from '@/client/api'
import { plain } from '@/lib/plain'

export type Tool = Schemas['ListedTool']
export type Missing = Schemas['MissingToolRow']

const MCP = 'mcp:'
export const HELPERS = 'helper-agent'

/** What can be said of a tool in a word, in the order in which it is said. */
export type Hint = 'reads' | 'changes' | 'destroys' | 'outside' | 'asks'

export function hintsOf(tool: Pick<Tool, 'readOnly' | 'destructive' | 'openWorld' | 'approval' | 'origin'>): Hint[] {
  const hints: Hint[] = []
  // What a helper changes, it changes with tools of its own, which say so themselves.
  if (tool.origin !== HELPERS) hints.push(tool.readOnly ? 'reads' : tool.destructive ? 'destroys' : 'changes')
  if (tool.openWorld) hints.push('outside')
  if (tool.approval) hints.push('asks')
  return hints
}

/** The name of the MCP server that a tool comes from, or nothing. */
export function serverOf(origin: string): string | undefined {
  return origin.startsWith(MCP) ? origin.slice(MCP.length) : undefined
}

export interface Group {
  origin: string
  tools: Tool[]
}

const RANK: Record<string, number> = { builtin: 0, [HELPERS]: 1, swarm: 2, plugin: 3 }
const rank = (origin: string) => RANK[origin] ?? (serverOf(origin) === undefined ? 4 : 5)

/** The tools by where they come from: what ships first, servers last and by name. */
export function grouped(tools: readonly Tool[]): Group[] {
  const groups = new Map<string, Tool[]>()
  for (const tool of tools) {
    const origin = tool.origin ?? 'builtin'
    const group = groups.get(origin)
    if (group) group.push(tool)
    else groups.set(origin, [tool])
  }
  return [...groups]
    .map(([origin, found]) => ({ origin, tools: found }))
    .sort((one, other) => rank(one.origin) - rank(other.origin) || (one.origin < other.origin ? -1 : 1))
}

/** Those of `items` that have every word of `sought` somewhere in their text. */
export function search<T>(items: readonly T[], sought: string, textOf: (item: T) => string): readonly T[] {
  const words = plain(sought).split(/\s+/).filter(Boolean)
  if (!words.length) return items
  return items.filter((item) => {
    const text = plain(textOf(item))
    return words.every((word) => text.includes(word))
  })
}

/** A description without the line breaks that only keep its source narrow. */
export function unwrapped(description: string): string {
  return description.replace(/([^\n])\n(?=[\p{Ll}(])/gu, '$1 ')
}

/** The first sentence or line of a description, which is written for models and can be long. */
export function firstSentence(description: string): string {
  const line = unwrapped(description).trimStart().split('\n', 1)[0]!
  const end = /[.!?](?=\s)/.exec(line)
  return end ? line.slice(0, end.index + 1) : line
}
