import { useId, useState, type KeyboardEvent, type RefObject } from 'react'
import { flushSync } from 'react-dom'

import type { Member } from '../model'
import { matching, mentionAt, withMention } from './mentions'

export const optionId = (list: string, index: number): string => `${list}-${index}`

/** What a field needs so that members can be named in it by `@`. */
export function useMentions(text: string, setText: (text: string) => void, members: readonly Member[], field: RefObject<HTMLTextAreaElement | null>) {
  const listId = useId()
  const [caret, setCaret] = useState(0)
  const [active, setActive] = useState(0)
  // Where the person sent the list away; it comes back at another mention.
  const [dismissed, setDismissed] = useState(-1)
  const mention = mentionAt(text, caret)
  const found = mention ? matching(members, mention.query) : []
  const open = mention !== null && mention.at !== dismissed && found.length > 0
  const index = Math.min(active, Math.max(0, found.length - 1))

  const choose = (member: Member) => {
    if (!mention) return
    const written = withMention(text, mention, caret, member.name)
    // At once: who types on must not find the caret at the end of the text.
    flushSync(() => {
      setText(written.text)
      setCaret(written.caret)
      setActive(0)
    })
    field.current?.setSelectionRange(written.caret, written.caret)
  }
  /** Whether the key was for the list. */
  const onKey = (event: KeyboardEvent): boolean => {
    if (!open) return false
    const chosen = found[index]
    if (event.key === 'Escape') setDismissed(mention.at)
    else if (event.key === 'ArrowDown') setActive((index + 1) % found.length)
    else if (event.key === 'ArrowUp') setActive((index + found.length - 1) % found.length)
    else if ((event.key === 'Enter' || event.key === 'Tab') && chosen) choose(chosen)
    else return false
    event.preventDefault()
    return true
  }
  return {
    open, found, index, listId, choose, onKey,
    /** Tells where the caret stands. */
    onCaret: (at: number) => {
      setCaret(at)
      if (!mentionAt(text, at)) setDismissed(-1)
    },
    field: {
      'aria-autocomplete': 'list' as const,
      'aria-controls': open ? listId : undefined,
      'aria-activedescendant': open ? optionId(listId, index) : undefined,
    },
  }
}
