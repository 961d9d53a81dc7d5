/** Definitions and footnotes hold for the whole text, so that such a text stays in one piece. */
const HOLDS_TOGETHER = /^ {0,3}\[[^\]\n]{1,200}\]:/m
const FENCE = /^[ \t>]*(`{3,}|~{3,})/
const ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/

export interface Block {
  text: string
  /** Whether a code fence in it still waits for its end. */
  open: boolean
}

/**
 * Cuts Markdown into pieces that mean the same alone as together. While text is added at the end only the last piece
 * changes, so that a long answer costs no more to show than its last paragraph.
 */
export function blocksOf(text: string): Block[] {
  if (HOLDS_TOGETHER.test(text)) return [{ text, open: false }]
  const blocks: Block[] = []
  let lines: string[] = []
  let fence = ''
  let maths = false
  let blank = false
  const end = () => {
    if (lines.length) blocks.push({ text: lines.join('\n'), open: fence !== '' })
    lines = []
  }
  for (const line of text.split('\n')) {
    if (!fence && !maths && !line.trim()) {
      blank = true
      if (lines.length) lines.push(line)
      continue
    }
    if (blank && !fence && !maths && begins(line, lines[0])) end()
    blank = false
    lines.push(line)
    const mark = FENCE.exec(line)?.[1]
    if (fence) {
      if (mark && mark[0] === fence[0] && mark.length >= fence.length && line.trim().replace(/^[> \t]+/, '') === mark)
        fence = ''
    } else if (maths || /^\s*\$\$/.test(line)) {
      if (line.split('$$').length % 2 === 0) maths = !maths
    } else if (mark) {
      fence = mark
    }
  }
  end()
  return blocks
}

/** Whether a line after an empty one begins something of its own, rather than going on with a list. */
function begins(line: string, first: string | undefined): boolean {
  if (/^[ \t]/.test(line)) return false
  return !(first !== undefined && ITEM.test(first) && ITEM.test(line))
}
