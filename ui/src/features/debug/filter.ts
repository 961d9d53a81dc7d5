import type { LiveFact } from '@/live/turns'

/** What is shown; nothing given means everything. */
export interface Filter {
  kinds: readonly string[]
  agent: string | undefined
  execution: string | undefined
  /** Text within the data, without regard to case. */
  search: string
}

/** The kinds named in an address, `a,b`. */
export function kindsFrom(text: string | undefined): readonly string[] {
  return text ? [...new Set(text.split(',').filter(Boolean))] : []
}

/** What stands in an address for `kinds`; nothing for all. */
export function kindsTo(kinds: readonly string[]): string | undefined {
  return kinds.length ? kinds.join(',') : undefined
}

export function isFiltered(filter: Filter): boolean {
  return Boolean(filter.kinds.length || filter.agent || filter.execution || filter.search)
}

const texts = new WeakMap<LiveFact, string>()

/** The data as the server searches it. */
function textOf(fact: LiveFact): string {
  let text = texts.get(fact)
  if (text === undefined) {
    text = JSON.stringify(fact.data).toLowerCase()
    texts.set(fact, text)
  }
  return text
}

/** Returns the facts that `filter` lets through; the same list where it lets all through. */
export function matching(facts: readonly LiveFact[], filter: Filter): readonly LiveFact[] {
  if (!isFiltered(filter)) return facts
  const kinds = new Set(filter.kinds)
  const search = filter.search.toLowerCase()
  return facts.filter(
    (fact) =>
      (!kinds.size || kinds.has(fact.kind)) &&
      (!filter.agent || fact.agent === filter.agent) &&
      (!filter.execution || fact.executionId === filter.execution) &&
      (!search || textOf(fact).includes(search)),
  )
}

/**
 * Joins what was read with what came live: each fact once, by id.
 *
 * Where some may be missing (a full list of live facts has let go of its oldest) and the two do not overlap, only the
 * live ones are returned: a list with a hole in it would tell a wrong story.
 */
export function joined(read: readonly LiveFact[], live: readonly LiveFact[], mayMiss: boolean): readonly LiveFact[] {
  if (!read.length) return inOrder(live)
  if (!live.length) return inOrder(read)
  const all = inOrder(live)
  const past = inOrder(read)
  if (mayMiss && past.at(-1)!.id < all[0]!.id) return all
  const known = new Set(all.slice(0, place(all, past.at(-1)!.id + 1)).map((fact) => fact.id))
  return inOrder([...past.filter((fact) => !known.has(fact.id)), ...all])
}

/** By id. Facts arrive in the order of their commits, which is not quite that of their ids. */
function inOrder(facts: readonly LiveFact[]): readonly LiveFact[] {
  for (let index = 1; index < facts.length; index += 1) {
    if (facts[index - 1]!.id > facts[index]!.id) return facts.toSorted((a, b) => a.id - b.id)
  }
  return facts
}

/** Where the fact `id` stands in a list ordered by id; where it would stand if it is not there. */
export function place(facts: readonly LiveFact[], id: number): number {
  let from = 0
  let to = facts.length
  while (from < to) {
    const middle = (from + to) >> 1
    if (facts[middle]!.id < id) from = middle + 1
    else to = middle
  }
  return from
}

/** How many of `facts`, which are ordered by id, come after the fact `id`. */
export function countAfter(facts: readonly LiveFact[], id: number): number {
  return facts.length - place(facts, id + 1)
}

/** One JSON document a line, as the server sent them. */
export function jsonLines(facts: readonly LiveFact[]): string {
  return facts.map((fact) => `${JSON.stringify(fact)}\n`).join('')
}
