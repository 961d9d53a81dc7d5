import type { Problem } from '@/client/api'

export interface WrongLine {
  /** From 1. */
  line: number
  message: string
}

/** The lines of a file that an answer refuses; none where it refuses for another reason. */
export function wrongLines(problem: Pick<Problem, 'errors'> | undefined): WrongLine[] {
  return (problem?.errors ?? []).flatMap(({ field, detail }) => {
    const found = field === 'content' ? /^Line (\d+): (.+)$/s.exec(detail) : null
    return found ? [{ line: Number(found[1]), message: found[2]! }] : []
  })
}
