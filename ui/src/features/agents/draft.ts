import { z } from 'zod'

import type { Agent, Schemas } from '@/client/api'

// Code made at run time is refused by the page's content security policy; this keeps the library from trying.
z.config({ jitless: true })

/** An agent as people write it: what create, lint and decide take. */
export type Draft = Schemas['NamedAgent']
export type Role = Draft['role']
export type Status = Draft['status']
export type Origin = Agent['origin']

/** The bounds of the server's fields. */
export const BOUNDS = {
  id: 64,
  name: 120,
  description: 2000,
  objective: 4000,
  instructions: 100_000,
  model: 200,
  announcement: 300,
  phrase: 100,
  pattern: 500,
  example: 1000,
  tags: 200,
  keywords: 200,
  patterns: 50,
  examples: 1000,
  languages: 20,
  tools: 200,
  helpers: 50,
  fallbacks: 10,
  needs: 20,
} as const

/** What is wrong with a value: the name of a text with its number, e.g. `tooLong|120`. */
const say = (problem: Problem, number?: number) => (number === undefined ? problem : `${problem}|${number}`)
export type Problem =
  | 'required'
  | 'tooLong'
  | 'tooMany'
  | 'number'
  | 'whole'
  | 'atLeast'
  | 'atMost'
  | 'moreThan'
  | 'id'
  | 'color'
  | 'icon'
  | 'language'
  | 'need'
  | 'oneLine'
  | 'model'
  | 'taken'

/** Whether `text` has at most `limit` code points, which is what the server counts. */
export function fits(text: string, limit: number): boolean {
  if (text.length <= limit) return true
  if (text.length > limit * 2) return false
  return [...text].length <= limit
}

const CONTROL = /[\p{Cc}\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u

const text = (limit: number) => z.string().refine((value) => fits(value, limit), say('tooLong', limit))
const filled = (limit: number) => text(limit).refine((value) => value.trim() !== '', say('required'))
const list = (item: z.ZodType<string>, limit: number) => z.array(item).max(limit, say('tooMany', limit))
const real = (least: number, most: number) =>
  z.number(say('number')).min(least, say('atLeast', least)).max(most, say('atMost', most))
const whole = (least: number, most: number) => real(least, most).int(say('whole'))
const agentId = z
  .string()
  .min(1, say('required'))
  .regex(/^[a-z0-9][a-z0-9_-]*$/, say('id'))
  .max(BOUNDS.id, say('tooLong', BOUNDS.id))

/** What an agent cannot work without; an empty line is left out when it is sent. */
const NEED =
  /^(mcp:[a-z0-9][a-z0-9_-]{0,63}|store:[a-z0-9][a-z0-9_-]{0,63}|credential:[a-z0-9][a-z0-9._:-]{0,144}|sandbox:(javascript|shell))?$/

/** The server's rules, so far as a browser can know them; regular expressions are judged by the server alone. */
export const draftSchema = z.object({
  id: agentId,
  name: filled(BOUNDS.name).refine((value) => !CONTROL.test(value.trim()), say('oneLine')),
  description: text(BOUNDS.description).default(''),
  role: z.enum(['supervisor', 'specialist', 'helper', 'resident', 'custom']).default('custom'),
  objective: text(BOUNDS.objective).default(''),
  instructions: text(BOUNDS.instructions).default(''),
  model: z.string().min(1, say('model')).max(BOUNDS.model, say('tooLong', BOUNDS.model)).nullable().default(null),
  fallbacks: list(z.string().min(1, say('model')).max(BOUNDS.model, say('tooLong', BOUNDS.model)), BOUNDS.fallbacks)
    .nullable()
    .default(null),
  temperature: real(0, 2).default(0.7),
  maxTokens: whole(1, 1_000_000).default(4000),
  tags: list(filled(BOUNDS.phrase), BOUNDS.tags).default([]),
  keywords: list(filled(BOUNDS.phrase), BOUNDS.keywords).default([]),
  patterns: list(text(BOUNDS.pattern), BOUNDS.patterns).default([]),
  examples: list(text(BOUNDS.example), BOUNDS.examples).default([]),
  languages: list(z.string().regex(/^[a-z]{2}$/, say('language')), BOUNDS.languages)
    .min(1, say('required'))
    .default(['en', 'es']),
  tools: list(text(BOUNDS.pattern), BOUNDS.tools).default([]),
  helpers: list(agentId, BOUNDS.helpers).default([]),
  needs: list(z.string().regex(NEED, say('need')), BOUNDS.needs).default([]),
  contextWindow: whole(-1, 10_000).default(-1),
  silenceMinutes: whole(0, 525_600).nullable().default(null),
  recall: z.boolean().default(true),
  remember: z.boolean().default(true),
  maxIterations: whole(1, 100).default(8),
  announcement: text(BOUNDS.announcement).default(''),
  priority: whole(-1000, 1000).default(0),
  color: z
    .string()
    .regex(/^#[0-9A-Fa-f]{6}$/, say('color'))
    .default('#6B7280'),
  icon: z
    .string()
    .regex(/^[a-z0-9-]{1,60}$/, say('icon'))
    .default('robot'),
  status: z.enum(['active', 'paused', 'archived', 'shadow']).default('active'),
  review: z.enum(['never', 'on_doubt', 'always']).default('on_doubt'),
  budget: z
    .object({
      steps: whole(1, 10_000).default(50),
      seconds: z.number(say('number')).gt(0, say('moreThan', 0)).max(86_400, say('atMost', 86_400)).default(1800),
      tokens: whole(1, 10 ** 12)
        .nullable()
        .default(null),
      depth: whole(0, 10).default(3),
      agents: whole(0, 1000).default(20),
    })
    .default({ steps: 50, seconds: 1800, tokens: null, depth: 3, agents: 20 }),
})

export const DRAFT_FIELDS = Object.keys(draftSchema.shape) as (keyof Draft)[]

/** A new agent before anybody wrote anything. */
export function blankDraft(): Draft {
  return { ...draftSchema.parse({ id: 'x', name: 'x' }), id: '', name: '' }
}

/** What people write of an agent that is on the roster. */
export function draftOf(agent: Agent): Draft {
  const draft = Object.fromEntries(DRAFT_FIELDS.map((field) => [field, agent[field as keyof Agent] ?? null]))
  return { ...draft, budget: { ...agent.budget, tokens: agent.budget.tokens ?? null } } as Draft
}

/** Fields of lines that may be empty while somebody writes. */
export const LINE_FIELDS = ['patterns', 'examples', 'tools', 'needs'] as const

/** `draft` without empty lines and without white space round its name, as it is sent. */
export function tidied(draft: Draft): Draft {
  const lines = Object.fromEntries(
    LINE_FIELDS.map((field) => [field, draft[field].filter((line) => line.trim() !== '')]),
  )
  return { ...draft, ...lines, name: draft.name.trim() }
}

/** Where the line that is the `index`th one filled in stands among all lines. */
export function placeOfFilled(lines: readonly string[], index: number): number {
  let filled = -1
  return lines.findIndex((line) => line.trim() !== '' && (filled += 1) === index)
}

/** The fields in which `now` differs from `before`. */
export function changedFields(before: Draft, now: Draft): (keyof Draft)[] {
  return DRAFT_FIELDS.filter((field) => !same(before[field], now[field]))
}

function same(one: unknown, other: unknown): boolean {
  if (one === other || (Number.isNaN(one) && Number.isNaN(other))) return true
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((value, index) => value === other[index])
  }
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false
  const [left, right] = [one as Record<string, unknown>, other as Record<string, unknown>]
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].every((key) => same(left[key], right[key]))
}

/** The given fields of `draft`, as a change to an agent. */
export function only(draft: Draft, fields: readonly (keyof Draft)[]): Partial<Draft> {
  return Object.fromEntries(fields.map((field) => [field, draft[field]]))
}

/** `mine` where I changed something since `before`, `theirs` everywhere else. */
export function merged(before: Draft, mine: Draft, theirs: Draft): Draft {
  return { ...theirs, ...only(mine, changedFields(before, mine)) }
}

/** An id made of a name, not taken by another agent; empty where the name has no letter or digit. */
export function idFor(name: string, taken: (id: string) => boolean): string {
  const stem = name
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, BOUNDS.id - 4)
    .replace(/-+$/, '')
  if (!stem || !taken(stem)) return stem
  for (let number = 2; ; number += 1) {
    if (!taken(`${stem}-${number}`)) return `${stem}-${number}`
  }
}
