/** A stretch of text, or one character that nobody would see. */
export type Stretch = { text: string } | { hidden: number }

// Controls other than tab and line feed, format characters (directions, zero widths, tags), halves of characters,
// private use, line separators, spaces of unusual width; and the few beside them that draw nothing. Signs of numbers
// that
// are drawn are no such format characters. The server writes the same characters out in a terminal.
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u
const DRAWN = new Set([
  0x0600, 0x0601, 0x0602, 0x0603, 0x0604, 0x0605, 0x06dd, 0x070f, 0x0890, 0x0891, 0x08e2, 0x110bd, 0x110cd,
])
const FILLERS = new Set([0x034f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x2800, 0x3164, 0xffa0])
const PICTURE = /\p{Extended_Pictographic}/u
const JOINER = 0x200d
const RETURN = 0x0d
const TAB = 0x09
const FEED = 0x0a
const PICTURED = 0xfe0f

/**
 * Cuts a text where it holds characters that cannot be seen, or that turn the order of what can be seen, so that they
 * can be shown for what they are. What joins the parts of one picture, or ends a line in front of a line feed, stays.
 */
export function stretchesOf(text: string): Stretch[] {
  const found: Stretch[] = []
  const characters = [...text]
  let plain = ''
  characters.forEach((character, index) => {
    const code = character.codePointAt(0)!
    if (!isHidden(character, code) || isHarmless(code, characters[index - 1], characters[index + 1])) {
      plain += character
      return
    }
    if (plain) found.push({ text: plain })
    plain = ''
    found.push({ hidden: code })
  })
  if (plain) found.push({ text: plain })
  return found
}

function isHidden(character: string, code: number): boolean {
  if (code < 0x7f) return code < 0x20 && code !== TAB && code !== FEED
  if (DRAWN.has(code)) return false
  return HIDDEN.test(character) || FILLERS.has(code) || isSelector(code)
}

/** Selectors of drawn variants that no text needs, but in which text can be hidden. */
const isSelector = (code: number) => code >= 0xe0100 && code <= 0xe01ef

function isHarmless(code: number, before: string | undefined, after: string | undefined): boolean {
  if (code === RETURN) return after === '\n'
  if (code !== JOINER || !before || !after) return false
  // A person with a skin tone, or a picture with its selector, comes before the joiner too.
  const previous = before.codePointAt(0)!
  return (
    (PICTURE.test(before) || previous === PICTURED || (previous >= 0x1f3fb && previous <= 0x1f3ff)) &&
    PICTURE.test(after)
  )
}

/** How a character is written down: `U+202E`. */
export const codeName = (code: number): string => `U+${code.toString(16).toUpperCase().padStart(4, '0')}`

/** What a hidden character does, where that is worth a word. */
export type HiddenKind = 'direction' | 'zeroWidth' | 'tag' | 'space' | 'line' | 'control' | 'other'

export function kindOfHidden(code: number): HiddenKind {
  if (
    (code >= 0x202a && code <= 0x202e) ||
    (code >= 0x2066 && code <= 0x2069) ||
    [0x200e, 0x200f, 0x061c].includes(code)
  )
    return 'direction'
  if ([0x200b, 0x200c, 0x200d, 0x2060, 0xfeff, 0x00ad, 0x034f, 0x180e].includes(code)) return 'zeroWidth'
  if (code >= 0xe0000 && code <= 0xe01ef) return 'tag'
  if (code === 0x2028 || code === 0x2029) return 'line'
  if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return 'control'
  if (
    [0xa0, 0x1680, 0x202f, 0x205f, 0x3000, 0x2800, 0x3164, 0xffa0, 0x115f, 0x1160].includes(code) ||
    (code >= 0x2000 && code <= 0x200a)
  )
    return 'space'
  return 'other'
}
