import { ApiError, freshKey, root, Unreachable, type Problem } from '@/client/api'
import { usePreferences } from '@/lib/preferences'

/**
 * Calls an endpoint as the person, e.g. `request('POST', '/api/reading-list/books', { title: 'Momo' })`, and returns the
 * JSON of the answer; undefined where it has none. Throws `ApiError` with the server's reason, or `Unreachable`.
 */
export async function request(method: string, path: string, body?: unknown): Promise<unknown> {
  const headers: Record<string, string> = { 'Accept-Language': usePreferences.getState().language }
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  // A repetition by the browser or a proxy then has no second effect.
  if (method === 'POST') headers['Idempotency-Key'] = freshKey()
  const response = await fetch(root + path, {
    method,
    headers,
    credentials: 'same-origin',
    // What could be undone until now must also get through while the page is being left.
    keepalive: method === 'DELETE',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new Unreachable()
  })
  const text = await response.text()
  if (!response.ok) throw new ApiError(response.status, problemIn(text), response.statusText)
  return text ? (JSON.parse(text) as unknown) : undefined
}

function problemIn(text: string): Problem | undefined {
  try {
    return JSON.parse(text) as Problem
  } catch {
    return undefined
  }
}
