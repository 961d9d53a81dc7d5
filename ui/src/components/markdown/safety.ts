import { defaultSchema, type Options } from 'rehype-sanitize'

/** What of Markdown is let through; links and pictures are looked at once more where they are drawn. */
export const SCHEMA: Options = {
  ...defaultSchema,
  tagNames: (defaultSchema.tagNames ?? []).filter(
    (name) => !['picture', 'source', 'details', 'summary'].includes(name),
  ),
  attributes: {
    ...defaultSchema.attributes,
    code: [['className', /^language-[\w+#.-]{1,40}$/, 'math-inline', 'math-display']],
  },
  protocols: { href: ['http', 'https', 'mailto'], src: ['http', 'https'] },
}

const ALLOWED = new Set(['http:', 'https:', 'mailto:'])

/** Returns an address that a link may lead to, or nothing: only full web and mail addresses. */
export function safeHref(href: unknown): string | undefined {
  if (typeof href !== 'string') return undefined
  try {
    return ALLOWED.has(new URL(href).protocol) ? href : undefined
  } catch {
    return undefined
  }
}

const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const INSIDE = new RegExp(
  `^/(?:memory/documents/${ID}|memory/workspaces/${ID}\\?path=[^&#\\s]+` +
    `|api/documents/${ID}/file|api/workspaces/${ID}/download\\?path=[^&#\\s]+)$`,
)

/** Whether an address is of a document or a file of this installation: to look at, or to be downloaded. */
export function isInside(href: unknown): href is string {
  return typeof href === 'string' && INSIDE.test(href)
}

export const LONGEST = 100_000
const DEEPEST = 40

/** Whether a text is too long or too deeply nested to be laid out; it is then shown as it is. */
export function isUnreasonable(text: string): boolean {
  return text.length > LONGEST || tooDeep(text)
}

const BRACKETS = new Set(['[', '!', '('])

/** Whether a line nests quotes, lists or brackets so deeply that it can only be meant to break something. */
function tooDeep(text: string): boolean {
  return text
    .split('\n')
    .some((line) => line.length > DEEPEST && (containersOf(line) > DEEPEST || bracketsOf(line) > DEEPEST))
}

/** Counts the quotes and lists that a line opens one inside the other. */
function containersOf(line: string): number {
  const kinds = new Set(line.replaceAll(/[ \t]/g, ''))
  if (kinds.size === 1 && (kinds.has('-') || kinds.has('*'))) return 0 // a rule
  const opener = /[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]))/y
  let count = 0
  while (opener.test(line)) count += 1
  return count
}

/** Counts the brackets that a line opens one right after the other. */
function bracketsOf(line: string): number {
  let most = 0
  let run = 0
  for (const one of line) {
    if (one === ' ') continue
    run = BRACKETS.has(one) ? run + 1 : 0
    if (run > most) most = run
  }
  return most
}
