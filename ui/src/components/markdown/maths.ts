/**
 * Writes formulas as the parser knows them: `\(…\)` and `\[…\]` become `$…$` and `$$…$$`, and a dollar sign that
 * opens no formula (a price, or a formula whose end has not come yet) is escaped. Code is left alone. A `$` opens a
 * formula where no space follows it and another `$` comes with no space before and no digit after it, as in Pandoc.
 */
export function writeMaths(text: string): string {
  if (!/[$]|\\[[(]/.test(text)) return text
  const parts: string[] = []
  const missing = new Set<string>()
  const find = (what: string, from: number) => {
    if (missing.has(what)) return -1
    const found = text.indexOf(what, from)
    if (found < 0) missing.add(what)
    return found
  }
  let at = 0
  const take = (until: number, as?: string) => {
    parts.push(as ?? text.slice(at, until))
    at = until
  }
  while (at < text.length) {
    const next = nextMark(text, at)
    if (next > at) take(next)
    if (at >= text.length) break
    if (text[at] === '`') {
      const run = /^`+/.exec(text.slice(at, at + 200))![0]
      const close = find(run, at + run.length)
      take(close < 0 ? (run.length >= 3 ? text.length : at + run.length) : close + run.length)
    } else if (text[at] === '\\') {
      const opener = text[at + 1]
      const close = opener === '[' ? find('\\]', at + 2) : opener === '(' ? find('\\)', at + 2) : -1
      if (close < 0) take(at + 2)
      else if (opener === '[') take(close + 2, display(text.slice(at + 2, close)))
      else take(close + 2, `$${text.slice(at + 2, close).trim()}$`)
    } else if (text.startsWith('$$', at)) {
      const close = find('$$', at + 2)
      if (close < 0) take(at + 2, '\\$\\$')
      else take(close + 2, alone(text, at, close + 2) ? display(text.slice(at + 2, close)) : undefined)
    } else {
      const close = closing(text, at)
      if (close < 0) take(at + 1, '\\$')
      else take(close + 1)
    }
  }
  return parts.join('')
}

const display = (formula: string): string => `\n$$\n${formula.trim()}\n$$\n`

function nextMark(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const one = text[at]
    if (one === '$' || one === '`' || one === '\\') return at
  }
  return text.length
}

/** Whether nothing else stands on the lines from `from` to `to`. */
function alone(text: string, from: number, to: number): boolean {
  const before = text.slice(text.lastIndexOf('\n', from - 1) + 1, from)
  const end = text.indexOf('\n', to)
  return !before.trim() && !text.slice(to, end < 0 ? text.length : end).trim()
}

const LONGEST = 500

/** Where the formula that begins at `from` ends, or −1 where none does. */
function closing(text: string, from: number): number {
  if (/^\s?$/.test(text[from + 1] ?? '')) return -1
  for (let at = from + 2; at < Math.min(text.length, from + LONGEST); at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '\n' && text[at + 1] === '\n') return -1
    else if (text[at] === '`') return -1
    else if (text[at] === '$') return /\s/.test(text[at - 1]!) || /\d/.test(text[at + 1] ?? '') ? -1 : at
  }
  return -1
}
