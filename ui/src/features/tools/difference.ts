export interface Stretch {
  kind: 'same' | 'gone' | 'new'
  text: string
}

/** Beyond so many words of each, what differs in the middle is shown as one stretch of either. */
const MOST_WORDS = 1500

/** Returns how `after` differs from `before`, by words: the `same` and `new` together are `after`. */
export function difference(before: string, after: string): Stretch[] {
  return joined(compared(before, after))
}

/** Joins what differs on both sides of mere white space, which is the same only by chance. */
function joined(found: readonly Stretch[]): Stretch[] {
  const result: Stretch[] = []
  let gone = ''
  let fresh = ''
  const flush = () => {
    add(result, 'gone', [gone])
    add(result, 'new', [fresh])
    gone = fresh = ''
  }
  found.forEach(({ kind, text }, index) => {
    const differs = gone !== '' || fresh !== ''
    const between = differs && kind === 'same' && !text.trim() && index < found.length - 1
    if (kind === 'same' && !between) {
      flush()
      add(result, 'same', [text])
    } else {
      if (kind !== 'new') gone += text
      if (kind !== 'gone') fresh += text
    }
  })
  flush()
  return result
}

function compared(before: string, after: string): Stretch[] {
  const old = words(before)
  const now = words(after)
  let head = 0
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1
  let tail = 0
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1
  const found: Stretch[] = []
  add(found, 'same', now.slice(0, head))
  between(found, old.slice(head, old.length - tail), now.slice(head, now.length - tail))
  add(found, 'same', now.slice(now.length - tail))
  return found
}

/** The longest common subsequence, where that is not too much work. */
function between(found: Stretch[], old: readonly string[], now: readonly string[]): void {
  if (old.length > MOST_WORDS || now.length > MOST_WORDS) {
    add(found, 'gone', old)
    add(found, 'new', now)
    return
  }
  const width = now.length + 1
  const lengths = new Uint16Array((old.length + 1) * width)
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] =
        old[i] === now[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!)
    }
  }
  let i = 0
  let j = 0
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      add(found, 'same', [now[j]!])
      i += 1
      j += 1
    } else if (i < old.length && (j === now.length || lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!)) {
      add(found, 'gone', [old[i]!])
      i += 1
    } else {
      add(found, 'new', [now[j]!])
      j += 1
    }
  }
}

const words = (text: string) => text.match(/\s+|[^\s]+/g) ?? []

function add(found: Stretch[], kind: Stretch['kind'], some: readonly string[]): void {
  const text = some.join('')
  if (!text) return
  const last = found.at(-1)
  if (last?.kind === kind) last.text += text
  else found.push({ kind, text })
}
