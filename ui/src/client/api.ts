import createClient from 'openapi-fetch'

import type { components, paths } from '@/generated/schema'
import { usePreferences } from '@/lib/preferences'

/** The path prefix behind a proxy, as the server wrote it into the page; empty or `/prefix`. */
export const root: string = typeof document === 'undefined' ? '' : (document.documentElement.dataset.root ?? '')

export type Schemas = components['schemas']
export type Agent = Schemas['Agent']
export type Decision = Schemas['Decision']
export type Candidate = Schemas['Candidate']
export type Conversation = Schemas['Conversation']
export type Execution = Schemas['Execution']
export type Fact = Schemas['Fact']
export type Message = Schemas['Message']
export type Problem = Schemas['Problem']
export type Step = Schemas['Step']
export type ToolSpec = Schemas['ListedTool']

/** What the server said no with: a sentence for the person, and what a program can act on. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  /** The field that the sentence is about, in the wire's spelling. */
  readonly field: string | undefined
  readonly problem: Problem | undefined
  /** Seconds after which to try again, where the server says so. */
  readonly retryAfter: number | undefined

  constructor(status: number, problem: Problem | undefined, fallback: string, retryAfter?: number) {
    super(problem?.detail || problem?.title || fallback)
    this.name = 'ApiError'
    this.status = status
    this.problem = problem
    this.code = problem?.code ?? ''
    this.field = problem?.errors?.[0]?.field ?? undefined
    this.retryAfter = retryAfter
  }
}

/** The server could not be reached at all. */
export class Unreachable extends Error {
  constructor() {
    super('The server cannot be reached.')
    this.name = 'Unreachable'
  }
}

/** Returns a key that nobody has used; `crypto.randomUUID` is there only on https and loopback. */
export function freshKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export const api = createClient<paths>({ baseUrl: root, credentials: 'same-origin' })

api.use({
  onRequest({ request }) {
    // A repetition by the browser or a proxy then has no second effect.
    if (request.method === 'POST' && !request.headers.has('Idempotency-Key')) {
      request.headers.set('Idempotency-Key', freshKey())
    }
    // What the server says no with is said in the language of the app, which may be another than the browser's.
    request.headers.set('Accept-Language', usePreferences.getState().language)
    return request
  },
  onError: () => new Unreachable(),
})

/** Returns the body of an answer, or throws `ApiError`. */
export async function data<D>(call: Promise<{ data?: D; error?: unknown; response: Response }>): Promise<D> {
  const { data: body, error, response } = await call
  if (!response.ok)
    throw new ApiError(
      response.status,
      error as Problem | undefined,
      response.statusText,
      secondsOf(response.headers.get('Retry-After')),
    )
  return body as D
}

function secondsOf(header: string | null): number | undefined {
  const seconds = header === null ? Number.NaN : Number(header)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined
}
