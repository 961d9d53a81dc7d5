import type { z } from 'zod'

import { DRAFT_FIELDS, draftSchema, type Draft } from '../draft'

export const MOST_AGENTS = 2000
export const MOST_BYTES = 5 * 1024 * 1024

/** What the server writes of an agent besides what people may set; it is left out without a word. */
const KNOWN_READ_ONLY = new Set(['kind', 'origin', 'createdAt', 'updatedAt', 'lastUsedAt', 'expiresAt'])

/** An agent of a file, as far as it can be read. */
export interface Found {
  /** Its place in the file. */
  index: number
  draft: Draft | null
  id: string
  name: string
  /** What keeps it from being imported, with the field it is about. */
  problems: { field: string; problem: string }[]
  /** Fields that an agent does not have. */
  dropped: string[]
}

export type Reading =
  | { kind: 'found'; agents: Found[] }
  | { kind: 'notJson'; reason: string }
  | { kind: 'noAgents' }
  | { kind: 'tooMany'; count: number }

/** Reads a file of agents: `{"agents": […]}`, a list of agents, or one agent. */
export function readAgents(text: string): Reading {
  let content: unknown
  try {
    content = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    return { kind: 'notJson', reason: error instanceof Error ? error.message : '' }
  }
  const list = listIn(content)
  if (!list?.length) return { kind: 'noAgents' }
  if (list.length > MOST_AGENTS) return { kind: 'tooMany', count: list.length }
  const seen = new Set<string>()
  return {
    kind: 'found',
    agents: list.map((one, index) => {
      const found = readOne(one, index)
      if (found.id && seen.has(found.id)) found.problems.push({ field: 'id', problem: 'twice' })
      seen.add(found.id)
      return found
    }),
  }
}

function listIn(content: unknown): unknown[] | null {
  if (Array.isArray(content)) return content
  if (typeof content !== 'object' || content === null) return null
  if ('agents' in content) return Array.isArray(content.agents) ? content.agents : null
  return 'name' in content || 'id' in content ? [content] : null
}

function readOne(content: unknown, index: number): Found {
  const fields = (typeof content === 'object' && content !== null && !Array.isArray(content) ? content : {}) as Record<
    string,
    unknown
  >
  const outcome = draftSchema.safeParse(fields)
  const known = new Set<string>(DRAFT_FIELDS)
  return {
    index,
    draft: outcome.success ? outcome.data : null,
    id: typeof fields.id === 'string' ? fields.id : '',
    name: typeof fields.name === 'string' ? fields.name : '',
    problems: outcome.success ? [] : outcome.error.issues.map((issue) => placed(issue)),
    dropped: Object.keys(fields).filter((field) => !known.has(field) && !KNOWN_READ_ONLY.has(field)),
  }
}

function placed(issue: z.core.$ZodIssue): { field: string; problem: string } {
  const [field = '', ...rest] = issue.path.map(String)
  return { field: [field, ...rest].join('.'), problem: issue.message }
}
