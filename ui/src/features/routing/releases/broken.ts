import { ApiError } from '@/client/api'

import type { GoldenResult } from './types'

/** The golden cases for which the server refused to publish a release; nothing where it was for another reason. */
export function brokenIn(error: unknown): GoldenResult[] | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  const found = (error.problem as { broken?: unknown } | undefined)?.broken
  return Array.isArray(found) ? (found as GoldenResult[]) : null
}
