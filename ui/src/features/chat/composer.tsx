import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState, type KeyboardEvent, type Ref } from 'react'

import { IconButton } from '@/components/button'
import { Icon } from '@/components/icon'
import { useReason } from '@/components/states'
import { notify } from '@/components/toasts'
import { useAgents, useAgentsById } from '@/lib/agents'
import { cn } from '@/lib/cn'
import { draftOf, keepDraft } from '@/lib/drafts'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { linesOf, LONGEST_MESSAGE, readFile, withAttachments, type Attachment } from './attachments'
import { ComposerChips } from './composer-chips'
import { MentionList } from './mention-list'
import { addressed } from './mentions'
import type { Place } from './send'
import { useMentions } from './use-mentions'
import { WillAnswer } from './will-answer'

const NEAR_LIMIT = 0.9
const DRAFT_MS = 250

export interface ComposerHandle {
  /** Puts a text in, ready to be sent. */
  fill: (text: string) => void
  /** Takes out what is written, to go on with it elsewhere. */
  take: () => string
}

interface ComposerProps {
  /** Under which name what is not sent yet is kept. */
  draftKey: string
  draft?: string | undefined
  place: Place
  lastAgent: string | null
  /** Whether an answer is on its way, that could be stopped. */
  running: boolean
  onSend: (message: string, addressee: string | null) => Promise<void>
  onStop?: () => void
  onEditLast?: () => void
  autoFocus?: boolean
  handle?: Ref<ComposerHandle>
}

/** Where a message is written; `key` it by its draft. */
export function Composer({ draftKey, draft, place, lastAgent, running, onSend, onStop, onEditLast, autoFocus, handle }: ComposerProps) {
  const t = useTexts('chat')
  const format = useFormat()
  const reason = useReason()
  const { data: agents } = useAgents()
  const name = useAgentsById().get(place.agentId)?.name ?? place.agentId
  const field = useRef<HTMLTextAreaElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(() => draft ?? draftOf(draftKey))
  const [addressee, setAddressee] = useState<string | null>(null)
  const [attachments, setAttachments] = useState<readonly Attachment[]>([])
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const [dragging, setDragging] = useState(false)
  const mentions = useMentions(text, setText, setAddressee, field)

  useImperativeHandle(handle, () => ({
    fill: (filled) => {
      setText(filled)
      field.current?.focus()
    },
    take: () => {
      const written = field.current?.value ?? ''
      setText('')
      return written
    },
  }), [])
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
  const message = withAttachments(named ? named.rest : text, attachments)
  const over = message.length - LONGEST_MESSAGE
  const can = message.length > 0 && over <= 0 && !busy

  const send = async () => {
    if (!can) return
    const kept = { text, addressee, attachments }
    setBusy(true)
    setError('')
    setText('')
    setAddressee(null)
    setAttachments([])
    try {
      await onSend(message, whom)
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
      setAttachments((now) => [...kept.attachments, ...now])
      setError(reason(failure))
    }
    setBusy(false)
  }

  const attach = async (chosen: readonly File[]) => {
    for (const file of chosen) {
      const read = await readFile(file)
      if (typeof read === 'string') notify(t(`refused.${read}`, { name: file.name }), 'failed')
      else setAttachments((now) => [...now, read])
    }
    field.current?.focus()
  }

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing || mentions.onKey(event)) return
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      void send()
    } else if (event.key === 'ArrowUp' && !text && !attachments.length && onEditLast) {
      event.preventDefault()
      onEditLast()
    } else if (event.key === 'Backspace' && addressee && event.currentTarget.selectionEnd === 0) {
      event.preventDefault()
      setAddressee(null)
    }
  }

  return (
    // Files can be dropped anywhere on it; the button beside does the same for keyboards.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      aria-label={t('composer.label', { agent: name })}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setDragging(true)
      }}
      onDragLeave={(event) => !event.currentTarget.contains(event.relatedTarget as Node | null) && setDragging(false)}
      onDrop={(event) => {
        if (!event.dataTransfer.files.length) return
        event.preventDefault()
        setDragging(false)
        void attach([...event.dataTransfer.files])
      }}
      className={cn(
        'relative rounded-lg border border-line-strong bg-surface transition-colors duration-120 focus-within:border-accent',
        dragging && 'border-dashed border-accent bg-accent-soft',
      )}
    >
      {mentions.open && <MentionList id={mentions.listId} agents={mentions.found} active={mentions.index} onChoose={mentions.choose} />}
      <ComposerChips
        addressee={addressee}
        onRemoveAddressee={() => setAddressee(null)}
        attachments={attachments}
        onRemove={(index) => setAttachments((now) => now.filter((_, at) => at !== index))}
      />
      <textarea
        ref={field}
        value={text}
        rows={linesOf(text)}
        // On a phone this would open the keyboard over the page; from an open window it would take what is typed there.
        autoFocus={autoFocus && matchMedia('(pointer: fine)').matches && !document.querySelector('[role=dialog][data-state=open]')}
        aria-label={t('composer.label', { agent: name })}
        aria-describedby={error || over > 0 ? `${mentions.listId}-problem` : undefined}
        placeholder={dragging ? t('composer.drop') : t(place.mode === 'direct' ? 'composer.placeholderDirect' : 'composer.placeholder', { agent: name })}
        onChange={(event) => {
          setText(event.target.value)
          mentions.onCaret(event.target.selectionEnd)
        }}
        onSelect={(event) => mentions.onCaret(event.currentTarget.selectionEnd)}
        onKeyDown={onKeyDown}
        onPaste={(event) => {
          if (!event.clipboardData.files.length || event.clipboardData.getData('text/plain')) return
          event.preventDefault()
          void attach([...event.clipboardData.files])
        }}
        className="grows block max-h-80 min-h-12 w-full resize-none bg-transparent px-4 pt-3 pb-1 text-md outline-none focus-visible:outline-none"
        {...mentions.field}
      />
      {(error || over > 0) && (
        <p id={`${mentions.listId}-problem`} role="alert" className="flex items-start gap-1.5 px-4 pb-1 text-sm text-danger">
          <Icon name="warning-circle" size={15} className="mt-px" />
          <span className="min-w-0 break-words">
            {over > 0 ? t('composer.tooLong', { over: format.number(over) }) : t('composer.notSent', { reason: error })}
          </span>
        </p>
      )}
      <div className="flex items-center gap-1.5 px-2 pb-2">
        <IconButton icon="paperclip" label={t('composer.attach')} size="small" onClick={() => files.current?.click()} />
        <input
          ref={files}
          type="file"
          multiple
          hidden
          aria-label={t('composer.attach')}
          onChange={(event) => {
            void attach([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
        <span className="min-w-0 flex-1">
          <WillAnswer message={message} place={place} addressee={whom} lastAgent={lastAgent} />
        </span>
        {message.length > LONGEST_MESSAGE * NEAR_LIMIT && (
          <span className={cn('numbers text-sm max-sm:hidden', over > 0 ? 'text-danger' : 'text-muted')}>
            {t('composer.length', { now: format.number(message.length), most: format.number(LONGEST_MESSAGE) })}
          </span>
        )}
        {running && onStop && <IconButton icon="stop" label={t('composer.stop')} onClick={onStop} className="bg-sunken" />}
        <SendButton can={can} label={t(running ? 'composer.queue' : 'composer.send')} />
      </div>
    </form>
  )
}

function SendButton({ can, label }: { can: boolean; label: string }) {
  return (
    <button
      type="submit"
      disabled={!can}
      aria-label={label}
      title={label}
      className="grid size-9 shrink-0 place-items-center rounded-md bg-accent text-on-accent transition-colors duration-120 hover:bg-accent-hover disabled:bg-sunken disabled:text-faint"
    >
      <Icon name="paper-plane-right" size={18} />
    </button>
  )
}
