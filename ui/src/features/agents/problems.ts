import { useCallback } from 'react'

import { useTexts } from '@/lib/text'

const PROBLEMS = new Set([
  'required',
  'tooLong',
  'tooMany',
  'number',
  'whole',
  'atLeast',
  'atMost',
  'moreThan',
  'id',
  'color',
  'icon',
  'language',
  'oneLine',
  'model',
  'taken',
])

/** Writes a problem of the rules (`tooLong|120`) as a sentence. */
export function useProblemText(): (problem: string) => string {
  const t = useTexts('agents-problems')
  return useCallback(
    (problem) => {
      const [name = '', number] = problem.split('|')
      return t(
        `problem.${PROBLEMS.has(name) ? (name as 'required') : 'other'}`,
        number === undefined ? {} : { number: Number(number) },
      )
    },
    [t],
  )
}
