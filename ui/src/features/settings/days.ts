export const KINDS = ['eventDays', 'executionDays', 'decisionDays', 'mailDays', 'documentDays', 'metricDays'] as const
export type Kind = (typeof KINDS)[number]
export type Days = Record<Kind, number | null>
export type Written = Record<Kind, string>

const MOST = 36_500

/** Reads a number of days as a person writes it: nothing is for ever, `undefined` is no such number. */
export function daysOf(text: string): number | null | undefined {
  const trimmed = text.trim()
  if (!trimmed) return null
  const days = Number(trimmed.replace(',', '.'))
  return Number.isFinite(days) && days >= 1 && days <= MOST ? days : undefined
}

export function written(days: Days): Written {
  return Object.fromEntries(KINDS.map((kind) => [kind, days[kind] === null ? '' : String(days[kind])])) as Written
}

/** Reads all of them; nothing where one is no number of days. */
export function read(texts: Written): Days | null {
  const found = KINDS.map((kind) => [kind, daysOf(texts[kind])] as const)
  return found.some(([, days]) => days === undefined) ? null : (Object.fromEntries(found) as Days)
}
