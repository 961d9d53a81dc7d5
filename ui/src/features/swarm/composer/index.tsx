import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState, type KeyboardEvent, type Ref } from 'react'

import { IconButton } from '@/components/button'
import { Composer } from '@/components/composer'
import { matching, withMention } from '@/components/composer/mentions'
import { useMentions } from '@/components/composer/use-mentions'
import { Icon } from '@/components/icon'
import { draftOf, keepDraft } from '@/lib/drafts'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { memberOf, PERSON, type Member } from '../model'
import { lineOf } from '../room/quote'
import type { Mail } from '../types'
import { AsWhom } from './as-whom'
import type { Letter } from './send'

/** Characters of one mail. */
const LONGEST = 32_000
const DRAFT_MS = 250

export interface ComposerHandle {
  focus: () => void
  /** Puts a text in, before what is there. */
  fill: (text: string, as: string | null) => void
}

interface RoomComposerProps {
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
export function RoomComposer({
  place,
  partner,
  title,
  inside,
  members,
  forOthers,
  replyTo,
  onReplyDone,
  onSend,
  handle,
}: RoomComposerProps) {
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
  const others = inside.filter((one) => one.id !== (as ?? PERSON))
  const mentions = useMentions<Member>({
    text,
    setText,
    field,
    find: (query) =>
      matching(
        others,
        query,
        ({ name }) => [name],
        ({ name, role }) => [name, role],
      ),
    write: ({ name }, mention, caret) => withMention(text, mention, caret, name),
  })

  useImperativeHandle(
    handle,
    () => ({
      focus: () => field.current?.focus(),
      fill: (filled, as) => {
        setText((now) => [filled, now].filter(Boolean).join('\n\n'))
        setChosen(as)
        field.current?.focus()
      },
    }),
    [],
  )
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
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !replyTo) return
    event.preventDefault()
    onReplyDone()
  }
  return (
    <Composer
      label={t('composer.label', { title })}
      placeholder={as ? t('composer.promptFor', { name: memberOf(members, as).name }) : t('composer.prompt', { title })}
      field={field}
      text={text}
      setText={setText}
      mentions={mentions}
      mentionsLabel={t('composer.mentions')}
      aboutOf={(member) => member.role}
      length={{ now: content.length, most: LONGEST }}
      problem={over > 0 ? t('composer.tooLong', { over: format.number(over), most: format.number(LONGEST) }) : ''}
      can={can}
      sendLabel={t('composer.send')}
      onSend={send}
      onKey={onKey}
      above={
        replyTo && (
          <div className="flex items-center gap-2 border-b px-3 py-1.5 text-sm text-muted">
            <Icon name="arrow-bend-up-left" size={15} />
            <span className="min-w-0 flex-1 truncate">
              <span className="font-medium text-ink">
                {t('composer.replyTo', { name: memberOf(members, replyTo.sender).name })}
              </span>{' '}
              {lineOf(replyTo.content)}
            </span>
            <IconButton icon="x" size="small" label={t('composer.noReply')} onClick={onReplyDone} />
          </div>
        )
      }
      below={
        <div className="min-w-0 flex-1">
          {forOthers && residents.length > 0 && (
            <AsWhom as={as} own={own} residents={residents} members={members} onChange={setChosen} />
          )}
        </div>
      }
    />
  )
}
