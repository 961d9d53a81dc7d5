import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState, type KeyboardEvent, type Ref } from 'react'

import { IconButton } from '@/components/button'
import { Icon } from '@/components/icon'
import { cn } from '@/lib/cn'
import { draftOf, keepDraft } from '@/lib/drafts'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { memberOf, PERSON, type Member } from '../model'
import { lineOf } from '../room/quote'
import type { Mail } from '../types'
import { AsWhom } from './as-whom'
import { MentionList } from './mention-list'
import type { Letter } from './send'
import { useMentions } from './use-mentions'

/** Characters of one mail. */
const LONGEST = 32_000
const NEAR_LIMIT = 0.9
const DRAFT_MS = 250

export interface ComposerHandle {
  focus: () => void
  /** Puts a text in, before what is there. */
  fill: (text: string, as: string | null) => void
}

interface ComposerProps {
  /** The room, or the resident to begin a direct room with. */
  place: string
  /** The resident of a direct room, from before there was one: what is not sent is kept under that name. */
  partner?: string | undefined
  /** What the place is called. */
  title: string
  /** Who is in the room. */
  inside: readonly Member[]
  members: ReadonlyMap<string, Member>
  /** Whether one can write in the name of residents. */
  forOthers: boolean
  replyTo: Mail | null
  onReplyDone: () => void
  onSend: (letter: Letter) => void
  handle?: Ref<ComposerHandle>
}

/** Where mail is written; `key` it by its place. */
export function Composer({ place, partner, title, inside, members, forOthers, replyTo, onReplyDone, onSend, handle }: ComposerProps) {
  const t = useTexts('swarm-rooms')
  const format = useFormat()
  const field = useRef<HTMLTextAreaElement>(null)
  const draftKey = `room.${partner ?? place}`
  const [text, setText] = useState(() => draftOf(draftKey))
  const residents = inside.filter((one) => !one.isPerson)
  const own = inside.some((one) => one.isPerson)
  const [chosen, setChosen] = useState<string | null>(null)
  // Who is not in the room can only write for somebody who is.
  const as = chosen && inside.some((one) => one.id === chosen) ? chosen : own ? null : (residents[0]?.id ?? null)
  const mentions = useMentions(text, setText, inside.filter((one) => one.id !== (as ?? PERSON)), field)

  useImperativeHandle(handle, () => ({
    focus: () => field.current?.focus(),
    fill: (filled, as) => {
      setText((now) => [filled, now].filter(Boolean).join('\n\n'))
      setChosen(as)
      field.current?.focus()
    },
  }), [])
  useEffect(() => {
    const timer = setTimeout(() => keepDraft(draftKey, text), DRAFT_MS)
    return () => clearTimeout(timer)
  }, [draftKey, text])
  useLayoutEffect(() => {
    // Where the first mail makes the room, the field of the room takes over from another in the midst of a word.
    const kept = draftOf(draftKey)
    const area = field.current
    if (kept && area) {
      setText(kept)
      area.value = kept
      if (document.activeElement === document.body) area.focus()
      area.setSelectionRange(kept.length, kept.length)
    }
    return () => keepDraft(draftKey, area?.value ?? '')
  }, [draftKey])

  const content = text.trim()
  const over = content.length - LONGEST
  const can = content.length > 0 && over <= 0
  const send = () => {
    if (!can) return
    onSend({ place, content, as, replyTo: replyTo?.id ?? null })
    setText('')
    onReplyDone()
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing || mentions.onKey(event)) return
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      send()
    } else if (event.key === 'Escape' && replyTo) {
      event.preventDefault()
      onReplyDone()
    }
  }
  const problem = `${mentions.listId}-problem`
  return (
    <form
      aria-label={t('composer.label', { title })}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      className="relative rounded-lg border border-line-strong bg-surface transition-colors duration-120 focus-within:border-accent"
    >
      {mentions.open && <MentionList id={mentions.listId} members={mentions.found} active={mentions.index} onChoose={mentions.choose} />}
      {replyTo && (
        <div className="flex items-center gap-2 border-b px-3 py-1.5 text-sm text-muted">
          <Icon name="arrow-bend-up-left" size={15} />
          <span className="min-w-0 flex-1 truncate">
            <span className="font-medium text-ink">{t('composer.replyTo', { name: memberOf(members, replyTo.sender).name })}</span> {lineOf(replyTo.content)}
          </span>
          <IconButton icon="x" size="small" label={t('composer.noReply')} onClick={onReplyDone} />
        </div>
      )}
      <textarea
        ref={field}
        value={text}
        rows={1}
        aria-label={t('composer.label', { title })}
        aria-describedby={over > 0 ? problem : undefined}
        placeholder={as ? t('composer.promptFor', { name: memberOf(members, as).name }) : t('composer.prompt', { title })}
        onChange={(event) => {
          setText(event.target.value)
          mentions.onCaret(event.target.selectionEnd)
        }}
        onSelect={(event) => mentions.onCaret(event.currentTarget.selectionEnd)}
        onKeyDown={onKeyDown}
        className="block field-sizing-content max-h-72 min-h-12 w-full resize-none bg-transparent px-4 pt-3 pb-1 text-md outline-none focus-visible:outline-none"
        {...mentions.field}
      />
      {over > 0 && (
        <p id={problem} role="alert" className="flex items-start gap-1.5 px-4 pb-1 text-sm text-danger">
          <Icon name="warning-circle" size={15} className="mt-px" />
          {t('composer.tooLong', { over: format.number(over), most: format.number(LONGEST) })}
        </p>
      )}
      <div className="flex items-center gap-1.5 px-2 pb-2">
        <div className="min-w-0 flex-1">
          {forOthers && residents.length > 0 && <AsWhom as={as} own={own} residents={residents} members={members} onChange={setChosen} />}
        </div>
        {content.length > LONGEST * NEAR_LIMIT && (
          <span className={cn('numbers text-sm max-sm:hidden', over > 0 ? 'text-danger' : 'text-muted')}>
            {t('composer.length', { now: format.number(content.length), most: format.number(LONGEST) })}
          </span>
        )}
        <button
          type="submit"
          disabled={!can}
          aria-label={t('composer.send')}
          title={t('composer.send')}
          className="grid size-9 shrink-0 place-items-center rounded-md bg-accent text-on-accent transition-colors duration-120 hover:bg-accent-hover disabled:bg-sunken disabled:text-faint"
        >
          <Icon name="paper-plane-right" size={18} />
        </button>
      </div>
    </form>
  )
}
