/** The kinds of evidence, in the order in which bars show them. */
export const KINDS = ['tag', 'word', 'keyword', 'pattern', 'example'] as const

export type Kind = (typeof KINDS)[number]

/** Whether a kind of evidence is one that has a colour. */
export function isKind(kind: string): kind is Kind {
  return (KINDS as readonly string[]).includes(kind)
}

/** The colour of a kind, as CSS. */
export function kindColor(kind: Kind): string {
  return `var(--kind-${kind})`
}
