import { useId, useState, type KeyboardEvent, type RefObject } from 'react'
import { flushSync } from 'react-dom'

import type { Agent } from '@/client/api'
import { useAgents } from '@/lib/agents'

import { optionId } from './mention-list'
import { matching, mentionAt, withoutMention } from './mentions'

/** What a field needs so that an agent can be addressed in it by `@`. */
export function useMentions(text: string, setText: (text: string) => void, onChosen: (agentId: string) => void, field: RefObject<HTMLTextAreaElement | null>) {
  const { data: agents } = useAgents()
  const listId = useId()
  const [caret, setCaret] = useState(0)
  const [active, setActive] = useState(0)
  // Where the person sent the list away; it comes back at another mention.
  const [dismissed, setDismissed] = useState(-1)
  const mention = mentionAt(text, caret)
  const open = mention !== null && mention.at !== dismissed
  const found = open ? matching(agents ?? [], mention.query) : []
  const index = Math.min(active, Math.max(0, found.length - 1))

  const choose = (agent: Agent) => {
    if (!mention) return
    const left = withoutMention(text, mention, caret)
    // At once: who types on must not find the caret at the end of the text.
    flushSync(() => {
      setText(left.text)
      setCaret(left.caret)
      onChosen(agent.id)
      setActive(0)
    })
    field.current?.setSelectionRange(left.caret, left.caret)
  }
  /** Whether the key was for the list. */
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
  return {
    open,
    found,
    index,
    listId,
    choose,
    onKey,
    /** Tells where the caret stands. */
    onCaret: (at: number) => {
      setCaret(at)
      if (!mentionAt(text, at)) setDismissed(-1)
    },
    field: {
      'aria-autocomplete': 'list' as const,
      'aria-controls': open ? listId : undefined,
      'aria-activedescendant': open && found.length ? optionId(listId, index) : undefined,
    },
  }
}
