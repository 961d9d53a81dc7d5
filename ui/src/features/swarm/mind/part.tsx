import { memo, useState, type ReactNode } from 'react'

import { ApprovalCard } from '@/components/approval'
import { Avatar } from '@/components/avatar'
import { Disclosure } from '@/components/disclosure'
import { Icon } from '@/components/icon'
import { Markdown } from '@/components/markdown'
import { tailOfArguments } from '@/components/work/tail'
import { ThinkingLine } from '@/components/work/thinking-line'
import { Value } from '@/components/work/value'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import { useWhy } from '@/lib/why'

import { useAddress } from '../address'
import { useMembers } from '../data'
import { memberOf, PERSON } from '../model'
import { gistOf, type CallPart, type Part, type ReadMail } from './parts'

const SENDING = new Set(['send', 'send_group_message'])

interface PartsProps {
  parts: readonly Part[]
  swarmId: string
  /** The room whose mail was read. */
  roomId: string | null
}

/** What a turn consists of, in order. */
export function Parts({ parts, swarmId, roomId }: PartsProps) {
  return parts.map((part, index) => {
    switch (part.kind) {
      case 'read':
        return <Read key={part.key} mails={part.mails} swarmId={swarmId} roomId={roomId} />
      case 'thinking':
        return <ThinkingLine key={part.key} text={part.text} coming={part.streaming} />
      case 'thought':
        return <Thought key={part.key} text={part.text} streaming={part.streaming && index === parts.length - 1} />
      case 'said':
        return <Said key={part.key} text={part.text} mailId={part.mailId} roomId={roomId} />
      default:
        return part.approval ? (
          <ApprovalCard key={part.key} approval={part.approval} />
        ) : (
          <Call key={part.key} call={part} />
        )
    }
  })
}

function Thought({ text, streaming }: { text: string; streaming: boolean }) {
  const t = useTexts('swarm')
  if (!text) return streaming && <p className="animate-pulse-soft text-sm text-muted">{t('mind.thinkingOnly')}</p>
  return <Markdown text={text} streaming={streaming} className="prose-small text-muted" />
}

const FEW = 2

/** The mail that it read; of many only the latest at first. */
function Read({ mails, swarmId, roomId }: { mails: readonly ReadMail[]; swarmId: string; roomId: string | null }) {
  const t = useTexts('swarm')
  const format = useFormat()
  const [all, setAll] = useState(false)
  const shown = all ? mails : mails.slice(-FEW)
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      {mails.length > FEW && (
        <button
          type="button"
          aria-expanded={all}
          onClick={() => setAll(!all)}
          className="flex min-h-6 items-center gap-1 self-start rounded-sm text-sm text-muted hover:text-ink"
        >
          <Icon name="caret-right" size={12} className={cn('transition-transform duration-120', all && 'rotate-90')} />
          {t('mind.read', { count: mails.length, n: format.number(mails.length) })}
        </button>
      )}
      {shown.map((mail, index) => (
        <MailRead key={mail.id ?? index} mail={mail} swarmId={swarmId} roomId={roomId} />
      ))}
    </div>
  )
}

function MailRead({ mail, swarmId, roomId }: { mail: ReadMail; swarmId: string; roomId: string | null }) {
  const sender = memberOf(useMembers(swarmId), mail.sender)
  return (
    <div className="min-w-0 rounded-md bg-sunken px-3 py-2">
      <div className="flex items-center gap-1.5 pb-0.5 text-sm">
        <Avatar agent={sender} size={18} />
        <span className="min-w-0 truncate font-medium">{sender.name}</span>
        <ToRoom roomId={roomId} mailId={mail.id} />
      </div>
      <Folded text={mail.text} />
    </div>
  )
}

function Said({ text, mailId, roomId }: { text: string; mailId: string | null; roomId: string | null }) {
  const t = useTexts('swarm')
  return (
    <div className="min-w-0 rounded-md border border-line-strong bg-surface px-3 py-2">
      <div className="flex items-center gap-1.5 pb-0.5 text-sm font-medium">
        <Icon name="paper-plane-right" size={14} className="text-accent" />
        {t('mind.said')}
        <ToRoom roomId={roomId} mailId={mailId} />
      </div>
      <Folded text={text} />
    </div>
  )
}

const LONG = 400

/** A text of which only the beginning shows where it is long. */
function Folded({ text }: { text: string }) {
  const t = useTexts('swarm')
  const long = text.length > LONG || text.split('\n').length > 8
  const [open, setOpen] = useState(false)
  return (
    <>
      <div className={cn('min-w-0', long && !open && 'max-h-32 overflow-hidden mask-b-from-60%')}>
        <Markdown text={text} className="prose-small" />
      </div>
      {long && (
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="min-h-6 rounded-sm text-sm font-medium text-accent hover:underline"
        >
          {t(open ? 'mind.fold' : 'mind.unfold')}
        </button>
      )}
    </>
  )
}

function ToRoom({ roomId, mailId }: { roomId: string | null; mailId: string | null }): ReactNode {
  const t = useTexts('swarm')
  const { toRoom } = useAddress()
  if (!roomId || !mailId) return null
  return (
    <button
      type="button"
      aria-label={t('mind.inRoom')}
      title={t('mind.inRoom')}
      onClick={() => toRoom(roomId, mailId)}
      className={cn(
        '-my-1 -mr-1.5 ml-auto grid size-6 shrink-0 place-items-center rounded-sm',
        'text-faint hover:bg-hover hover:text-ink',
      )}
    >
      <Icon name="chats" size={15} />
    </button>
  )
}

const MARKS: Record<CallPart['status'], ReactNode> = {
  asked: <Icon name="hourglass" size={15} className="text-info" />,
  running: <Icon name="circle-notch" size={15} className="animate-spin text-info" />,
  completed: <Icon name="check-circle" size={15} className="text-success" />,
  failed: <Icon name="x-circle" size={15} className="text-danger" />,
  stopped: <Icon name="stop" size={15} className="text-muted" />,
}

/** A tool call as one line; opens to what it was given and what it returned. Mail shows what it says. */
const Call = memo(function Call({ call }: { call: CallPart }) {
  const t = useTexts('swarm')
  const why = useWhy()
  const to = SENDING.has(call.tool) ? (call.arguments.to ?? call.arguments.group) : undefined
  const content = call.arguments.content
  if (typeof to === 'string' && typeof content === 'string') return <SentCall call={call} to={to} content={content} />
  const gist = gistOf(call)
  return (
    <Disclosure
      mark={MARKS[call.status]}
      label={
        <>
          <span className="font-mono text-ink">{call.tool}</span>
          {gist && <span className="ml-1.5">{gist}</span>}
          {call.coming !== null && (
            <span aria-hidden className="ml-1.5 text-muted">
              {tailOfArguments(call.coming)}
            </span>
          )}
          {call.status === 'running' && call.coming === null && <span className="ml-1.5">{t('mind.running')}</span>}
          {call.status === 'stopped' && <span className="ml-1.5">{t('mind.notMade')}</span>}
        </>
      }
      describe={t('mind.call', { tool: call.tool })}
    >
      {() => (
        <div className="flex min-w-0 flex-col gap-3 py-1">
          <Value label={t('mind.arguments')} value={call.coming ?? call.arguments} />
          {call.error ? (
            <p className="text-base break-words text-danger">{why(call.why, call.error)}</p>
          ) : (
            call.status === 'completed' && <Value label={t('mind.result')} value={call.result} />
          )}
        </div>
      )}
    </Disclosure>
  )
})

function SentCall({ call, to, content }: { call: CallPart; to: string; content: string }) {
  const t = useTexts('swarm')
  const why = useWhy()
  return (
    <div className="min-w-0 rounded-md border border-line-strong bg-surface px-3 py-2">
      <div className="flex items-center gap-1.5 pb-0.5 text-sm font-medium">
        {call.status === 'completed' ? (
          <Icon name="paper-plane-right" size={14} className="text-accent" />
        ) : (
          MARKS[call.status]
        )}
        <span className="min-w-0 truncate">{to === PERSON ? t('mind.sentYou') : t('mind.sent', { name: to })}</span>
      </div>
      <Folded text={content} />
      {call.error && <p className="pt-1 text-sm break-words text-danger">{why(call.why, call.error)}</p>}
    </div>
  )
}
