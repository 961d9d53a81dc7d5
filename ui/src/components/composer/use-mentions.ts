import { useId, useState, type KeyboardEvent, type RefObject } from 'react'
import { flushSync } from 'react-dom'

import { mentionAt, type Mention, type Written } from './mentions'

export const optionId = (list: string, index: number): string => `${list}-${index}`

interface MentionsOptions<T> {
  text: string
  setText: (text: string) => void
  field: RefObject<HTMLTextAreaElement | null>
  /** Those who match what is written after the `@`. */
  find: (query: string) => T[]
  /** What becomes of the text when one is chosen. */
  write: (one: T, mention: Mention, caret: number) => Written
  onChosen?: (one: T) => void
  /** Whether the list is there also where nobody matches, to say so. */
  saysNone?: boolean
}

/** What a field needs so that one can be named in it by `@`. */
export interface Mentions<T> {
  open: boolean
  found: readonly T[]
  /** Which of those found Enter takes. */
  index: number
  listId: string
  choose: (one: T) => void
  /** Whether the key was for the list. */
  onKey: (event: KeyboardEvent) => boolean
  /** Tells where the caret stands. */
  onCaret: (at: number) => void
}

/** Follows what is typed after an `@`. */
export function useMentions<T>({
  text,
  setText,
  field,
  find,
  write,
  onChosen,
  saysNone,
}: MentionsOptions<T>): Mentions<T> {
  const listId = useId()
  const [caret, setCaret] = useState(0)
  const [active, setActive] = useState(0)
  // Where the person sent the list away; it comes back at another mention.
  const [dismissed, setDismissed] = useState(-1)
  const mention = mentionAt(text, caret)
  const wanted = mention !== null && mention.at !== dismissed
  const found = wanted ? find(mention.query) : []
  const open = wanted && (saysNone === true || found.length > 0)
  const index = Math.min(active, Math.max(0, found.length - 1))

  const choose = (one: T) => {
    if (!mention) return
    const written = write(one, mention, caret)
    // At once: who types on must not find the caret at the end of the text.
    flushSync(() => {
      setText(written.text)
      setCaret(written.caret)
      onChosen?.(one)
      setActive(0)
    })
    field.current?.setSelectionRange(written.caret, written.caret)
  }
  const onKey = (event: KeyboardEvent): boolean => {
    if (!open) return false
    const chosen = found[index]
    if (event.key === 'Escape') setDismissed(mention.at)
    else if (event.key === 'ArrowDown') setActive((index + 1) % Math.max(1, found.length))
    else if (event.key === 'ArrowUp') setActive((index + found.length - 1) % Math.max(1, found.length))
    else if ((event.key === 'Enter' || event.key === 'Tab') && chosen) choose(chosen)
    else return false
    event.preventDefault()
    return true
  }
  const onCaret = (at: number) => {
    setCaret(at)
    if (!mentionAt(text, at)) setDismissed(-1)
  }
  return { open, found, index, listId, choose, onKey, onCaret }
}

/** What a field says of the list of those who can be named in it. */
export function mentionsOf<T>({ open, found, index, listId }: Mentions<T>) {
  return {
    'aria-autocomplete': 'list' as const,
    'aria-controls': open ? listId : undefined,
    'aria-activedescendant': open && found.length ? optionId(listId, index) : undefined,
  }
}
