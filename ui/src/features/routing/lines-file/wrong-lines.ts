import type { Problem } from '@/client/api'
import type { Why } from '@/lib/why'

export interface WrongLine {
  /** From 1. */
  line: number
  message: string
  /** The same as a code with values, where there is one. */
  why?: Why | null
}

/** The lines of a file that an answer refuses; none where it refuses for another reason. */
export function wrongLines(problem: Pick<Problem, 'errors'> | undefined): WrongLine[] {
  return (problem?.errors ?? []).flatMap(({ field, line, detail }) =>
    field === 'content' && line ? [{ line, message: detail }] : [],
  )
}
