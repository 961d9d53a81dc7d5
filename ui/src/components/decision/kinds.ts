/** The kinds of evidence, in the order in which bars show them. */
export const KINDS = ['tag', 'word', 'keyword', 'pattern', 'example'] as const

export type Kind = (typeof KINDS)[number]

/** The fields of an agent that evidence comes from, in the order in which bars show them. */
export const SOURCES = ['tags', 'name', 'description', 'objective', 'keywords', 'patterns', 'examples'] as const

export type Source = (typeof SOURCES)[number]

const USUAL: Record<Kind, Source> = {
  tag: 'tags',
  word: 'description',
  keyword: 'keywords',
  pattern: 'patterns',
  example: 'examples',
}

/**
 * The field that a piece of evidence comes from; a field this app does not know counts as the usual one of its kind.
 */
export function sourceOf(kind: Kind, field: string): Source {
  return SOURCES.find((one) => one === field) ?? USUAL[kind]
}

const COLORS: Record<Source, string> = {
  tags: 'tag',
  name: 'word',
  description: 'description',
  objective: 'objective',
  keywords: 'keyword',
  patterns: 'pattern',
  examples: 'example',
}

/** The colour of a field, as CSS; the fields of words are shades of one colour. */
export function sourceColor(source: Source): string {
  return `var(--kind-${COLORS[source]})`
}

/** Whether a kind of evidence is one that has a colour. */
export function isKind(kind: string): kind is Kind {
  return (KINDS as readonly string[]).includes(kind)
}

/** The colour of a kind, as CSS. */
export function kindColor(kind: Kind): string {
  return `var(--kind-${kind})`
}
