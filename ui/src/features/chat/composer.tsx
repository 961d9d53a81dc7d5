import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState, type KeyboardEvent, type Ref } from 'react'

import type { Agent } from '@/client/api'
import { IconButton } from '@/components/button'
import { Composer } from '@/components/composer'
import { matching, withoutMention } from '@/components/composer/mentions'
import { useMentions } from '@/components/composer/use-mentions'
import { useReason } from '@/components/states'
import { notify } from '@/components/toasts'
import { useAgentWords } from '@/lib/agent-words'
import { useAgents, useAgentsById } from '@/lib/agents'
import { draftOf, keepDraft } from '@/lib/drafts'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { addressable, addressed } from './addressed'
import { LONGEST_MESSAGE } from './attachments'
import { ComposerChips } from './composer-chips'
import { useAttached, type SentFile } from './files'
import type { Place } from './send'
import { WillAnswer } from './will-answer'

const DRAFT_MS = 250

export interface ComposerHandle {
  /** Puts a text in, ready to be sent. */
  fill: (text: string) => void
  /** Takes out what is written, to go on with it elsewhere. */
  take: () => string
}

interface ChatComposerProps {
  /** Under which name what is not sent yet is kept. */
  draftKey: string
  draft?: string | undefined
  place: Place
  lastAgent: string | null
  /** Whether an answer is on its way, that could be stopped. */
  running: boolean
  onSend: (message: string, addressee: string | null, files: readonly SentFile[]) => Promise<void>
  onStop?: () => void
  onEditLast?: () => void
  autoFocus?: boolean
  handle?: Ref<ComposerHandle>
}

/** Where a message is written; `key` it by its draft. */
export function ChatComposer({
  draftKey,
  draft,
  place,
  lastAgent,
  running,
  onSend,
  onStop,
  onEditLast,
  autoFocus,
  handle,
}: ChatComposerProps) {
  const t = useTexts('chat')
  const format = useFormat()
  const reason = useReason()
  const { data: agents } = useAgents()
  const name = useAgentsById().get(place.agentId)?.name ?? place.agentId
  const field = useRef<HTMLTextAreaElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(() => draft ?? draftOf(draftKey))
  const [addressee, setAddressee] = useState<string | null>(null)
  const { attached, ...files } = useAttached()
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const about = useAgentWords()
  const mentions = useMentions<Agent>({
    text,
    setText,
    field,
    find: (query) => matching((agents ?? []).filter(addressable), query, (agent) => [agent.name, agent.id]),
    write: (_, mention, caret) => withoutMention(text, mention, caret),
    onChosen: (agent) => setAddressee(agent.id),
    saysNone: true,
  })

  useImperativeHandle(
    handle,
    () => ({
      fill: (filled) => {
        setText(filled)
        field.current?.focus()
      },
      take: () => {
        const written = field.current?.value ?? ''
        setText('')
        return written
      },
    }),
    [],
  )
  useLayoutEffect(() => {
    // What was begun before is gone on with at its end.
    const area = field.current
    area?.setSelectionRange(area.value.length, area.value.length)
  }, [])
  const latest = useRef(text)
  useEffect(() => {
    latest.current = text
    const timer = setTimeout(() => keepDraft(draftKey, text), DRAFT_MS)
    return () => clearTimeout(timer)
  }, [draftKey, text])
  useEffect(() => () => keepDraft(draftKey, latest.current), [draftKey])

  const named = addressee ? null : addressed(text, agents ?? [])
  const whom = addressee ?? named?.agent.id ?? null
  const message = (named ? named.rest : text).trim()
  const over = message.length - LONGEST_MESSAGE
  const sendable = attached.flatMap((one) => (one.file ? [one.file] : []))
  const can = (message.length > 0 || attached.length > 0) && sendable.length === attached.length && over <= 0 && !busy

  const send = async () => {
    if (!can) return
    const kept = { text, addressee, attached }
    setBusy(true)
    setError('')
    setText('')
    setAddressee(null)
    files.clear()
    try {
      await onSend(message, whom, sendable)
    } catch (failure) {
      // What was written is not lost; what was begun meanwhile comes after it.
      const withMore = (now: string) => [kept.text, now].filter(Boolean).join('\n\n')
      if (!field.current) {
        keepDraft(draftKey, withMore(draftOf(draftKey)))
        notify(t('composer.notSent', { reason: reason(failure) }), 'failed')
        return
      }
      setText(withMore)
      setAddressee((now) => now ?? kept.addressee)
      files.restore(kept.attached)
      setError(reason(failure))
    }
    setBusy(false)
  }

  const attach = (chosen: readonly File[]) => {
    files.add(chosen)
    field.current?.focus()
  }

  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'ArrowUp' && !text && !attached.length && onEditLast) {
      event.preventDefault()
      onEditLast()
    } else if (event.key === 'Backspace' && addressee && event.currentTarget.selectionEnd === 0) {
      event.preventDefault()
      setAddressee(null)
    }
  }
  const tooLong = over > 0 ? t('composer.tooLong', { over: format.number(over) }) : ''

  return (
    <Composer
      label={t('composer.label', { agent: name })}
      placeholder={t(place.mode === 'direct' ? 'composer.placeholderDirect' : 'composer.placeholder', { agent: name })}
      dropPrompt={t('composer.drop')}
      field={field}
      text={text}
      setText={setText}
      mentions={mentions}
      mentionsLabel={t('composer.mentions')}
      aboutOf={about}
      noMention={t('composer.noAgent')}
      length={{ now: message.length, most: LONGEST_MESSAGE }}
      problem={tooLong || (error && t('composer.notSent', { reason: error }))}
      can={can}
      sendLabel={t(running ? 'composer.queue' : 'composer.send')}
      onSend={() => void send()}
      onKey={onKey}
      onFiles={attach}
      autoFocus={autoFocus}
      above={
        <ComposerChips
          addressee={addressee}
          onRemoveAddressee={() => setAddressee(null)}
          attached={attached}
          onRemove={files.remove}
        />
      }
      below={
        <>
          <IconButton
            icon="paperclip"
            label={t('composer.attach')}
            size="small"
            onClick={() => chooser.current?.click()}
          />
          <input
            ref={chooser}
            type="file"
            multiple
            hidden
            aria-label={t('composer.attach')}
            onChange={(event) => {
              attach([...(event.target.files ?? [])])
              event.target.value = ''
            }}
          />
          <span className="min-w-0 flex-1">
            <WillAnswer message={message} place={place} addressee={whom} lastAgent={lastAgent} />
          </span>
        </>
      }
      stop={
        running &&
        onStop && <IconButton icon="stop" label={t('composer.stop')} onClick={onStop} className="bg-sunken" />
      }
    />
  )
}
