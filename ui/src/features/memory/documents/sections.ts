/** A stretch of a document that is laid out by itself; `start` and `end` are places in its text. */
export interface Section {
  start: number
  end: number
  text: string
  marked: boolean
}

export interface Place {
  start: number
  end: number
}

/** About as many characters are laid out at once. */
const SIZE = 3000
const FENCE = /^[ \t>]*(`{3,}|~{3,})/

/**
 * Cuts a text at empty lines into sections of some thousand characters that begin with a heading where one of `starts`
 * is. The paragraphs that `mark` touches are a section of their own.
 */
export function sectionsOf(content: string, starts: readonly number[] = [], mark?: Place): Section[] {
  const headings = new Set(starts)
  const sections: Section[] = []
  let open: Section | null = null
  for (const block of blocksOf(content)) {
    const marked = mark !== undefined && block.start < mark.end && block.end > mark.start
    const fits =
      open && open.marked === marked && (marked || (block.end - open.start <= SIZE && !headings.has(block.start)))
    if (open && fits) open.end = block.end
    else {
      open = { start: block.start, end: block.end, text: '', marked }
      sections.push(open)
    }
  }
  for (const section of sections) section.text = content.slice(section.start, section.end)
  return sections
}

/** The stretches between empty lines; code in fences is one. */
function blocksOf(content: string): Place[] {
  const blocks: Place[] = []
  let start = -1
  let end = 0
  let fence = ''
  for (let at = 0; at < content.length;) {
    const next = content.indexOf('\n', at)
    const stop = next < 0 ? content.length : next
    const line = content.slice(at, stop)
    if (!fence && !line.trim()) {
      if (start >= 0) blocks.push({ start, end })
      start = -1
    } else {
      if (start < 0) start = at
      end = stop
      const found = FENCE.exec(line)?.[1]
      if (found && !fence) fence = found
      else if (found && found[0] === fence[0] && found.length >= fence.length) fence = ''
    }
    at = stop + 1
  }
  if (start >= 0) blocks.push({ start, end })
  return blocks
}

/** Where the section is that holds a place; the last one before it where none does. */
export function sectionAt(sections: readonly Section[], place: number): number {
  const after = sections.findIndex(({ start }) => start > place)
  return after < 0 ? sections.length - 1 : Math.max(0, after - 1)
}

/** Turns places that count characters as the server does into places of a string, which counts some as two. */
export function placesIn(content: string, points: readonly number[]): number[] {
  if (!/[\uD800-\uDBFF]/.test(content)) return [...points]
  const wanted = [...new Set(points)].sort((a, b) => a - b)
  const found = new Map<number, number>()
  let units = 0
  let count = 0
  for (const point of wanted) {
    for (; count < point && units < content.length; count += 1) units += content.codePointAt(units)! > 0xffff ? 2 : 1
    found.set(point, units)
  }
  return points.map((point) => found.get(point)!)
}
