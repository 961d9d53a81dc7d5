import { useQuery } from '@tanstack/react-query'
import { createContext, useContext, useMemo } from 'react'

import { api, ApiError, data, type Schemas } from '@/client/api'
import { keys } from '@/live/refresh'

import { draftSchema, type Draft } from '../draft'

type Warning = Schemas['LintWarning']
type Refusal = Pick<Schemas['FieldProblem'], 'field' | 'detail'>

/** What the server thinks of the agent as it is being written. */
export interface Remarks {
  warnings: readonly Warning[]
  refusals: readonly Refusal[]
}

export const RemarksContext = createContext<Remarks>({ warnings: [], refusals: [] })

/** The draft as it stood shortly after the last key; what tries and judges it reads this one. */
export const SettledDraft = createContext<Draft | null>(null)

const NO_WARNINGS: Warning[] = []
const NO_REFUSALS: Refusal[] = []

/** Asks the server about a draft that keeps the rules a browser knows; a draft that does not is not asked about. */
export function useLint(draft: Draft): Remarks {
  const lint = useQuery({
    queryKey: [...keys.agents, 'lint', draft],
    queryFn: ({ signal }) => data(api.POST('/api/agents/lint', { body: draft, signal })),
    enabled: draftSchema.safeParse(draft).success,
    placeholderData: (before) => before,
    gcTime: 30_000,
    retry: false,
  })
  return useMemo(
    () => ({ warnings: lint.data?.warnings ?? NO_WARNINGS, refusals: refusalsOf(lint.error) }),
    [lint.data, lint.error],
  )
}

/** What a refusal says of single fields; one without a field is about the id, which is all that is left to refuse. */
export function refusalsOf(error: unknown): Refusal[] {
  if (!(error instanceof ApiError) || error.status >= 500) return NO_REFUSALS
  const errors = error.problem?.errors ?? []
  if (!errors.length)
    return error.status === 409 || error.status === 422 ? [{ field: 'id', detail: error.message }] : NO_REFUSALS
  return errors.map(({ field, detail }) => ({ field: field || 'id', detail }))
}

/** Splits `patterns[2]` into the field and the place in its list. */
export function placeOf(field: string): { field: string; index: number | null } {
  const [, name = field, index] = /^([^[.]+)(?:\[(\d+)\])?/.exec(field) ?? []
  return { field: name, index: index === undefined ? null : Number(index) }
}

export interface FieldRemarks {
  /** What is wrong with the field as a whole. */
  problem: string | undefined
  /** What is wrong with single lines of it, by place. */
  lines: ReadonlyMap<number, string>
  warnings: readonly Warning[]
}

/** What the server thinks of one field. */
export function useFieldRemarks(field: keyof Draft): FieldRemarks {
  const { warnings, refusals } = useContext(RemarksContext)
  return useMemo(() => {
    const about = refusals
      .map((one) => ({ ...placeOf(one.field), detail: one.detail }))
      .filter((one) => one.field === field)
    return {
      problem: about.find((one) => one.index === null)?.detail,
      lines: new Map(about.flatMap((one) => (one.index === null ? [] : [[one.index, one.detail] as const]))),
      warnings: warnings.filter((one) => one.field === field),
    }
  }, [warnings, refusals, field])
}
