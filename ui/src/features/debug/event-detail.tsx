import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useMemo, useState, type ReactNode } from 'react'

import { Avatar } from '@/components/avatar'
import { Button, IconButton } from '@/components/button'
import { Drawer } from '@/components/dialog'
import { Icon } from '@/components/icon'
import type { InterfaceIcon } from '@/components/icon-names'
import { useAgentsById } from '@/lib/agents'
import { useFormat } from '@/lib/format'
import { PERSON } from '@/lib/residents'
import type { LiveFact } from '@/live/turns'

import { familyOf, LOOKS } from './families'
import { Json } from '@/components/json'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'
import { agentOf } from './summary'
import { useConversation } from './use-conversation'
import { usePeople } from './use-people'
import { useKindName, useSummary } from './use-words'

/** Characters of JSON that are drawn. */
const DRAWN = 60_000

interface EventDetailProps {
  fact: LiveFact | null
  /** Shows the event before or after; nothing where there is none. */
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  onClose: () => void
  onOnlyRun: (execution: string) => void
}

/** Everything about one event, in a panel at the right. */
export function EventDetail({ fact, onPrevious, onNext, onClose, onOnlyRun }: EventDetailProps) {
  const t = useTexts('debug')
  const kindName = useKindName()
  const open = fact !== null
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const step = { ArrowUp: onPrevious, ArrowDown: onNext }[event.key]
    // Where there is text to scroll, the arrows scroll it.
    if (!step || event.target instanceof HTMLPreElement) return
    event.preventDefault()
    step()
  })
  useEffect(() => {
    if (!open) return
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [open])
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={
        fact && (
          <span className="flex items-center gap-2">
            <Icon name={LOOKS[familyOf(fact.kind)].icon} size={18} className={LOOKS[familyOf(fact.kind)].ink} />
            <span className="truncate first-letter:uppercase">{kindName(fact.kind)}</span>
          </span>
        )
      }
    >
      {fact && (
        <div className="flex flex-col gap-4">
          <div className="flex items-center gap-1">
            <IconButton icon="arrow-up" label={t('detail.previous')} disabled={!onPrevious} onClick={onPrevious} />
            <IconButton icon="arrow-down" label={t('detail.next')} disabled={!onNext} onClick={onNext} />
            <span className="flex-1" />
            {fact.executionId && (
              <Button size="small" look="quiet" icon="funnel" onClick={() => onOnlyRun(fact.executionId!)}>
                {t('detail.onlyThisRun')}
              </Button>
            )}
          </div>
          <Body fact={fact} />
        </div>
      )}
    </Drawer>
  )
}

function Body({ fact }: { fact: LiveFact }) {
  const t = useTexts('debug')
  const format = useFormat()
  const summary = useSummary()
  const agents = useAgentsById()
  const agent = agentOf(fact)
  const who = usePeople().about(fact)
  return (
    <>
      <p className="text-base break-words">{summary(fact)}</p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 text-sm">
        <Entry name={t('detail.at')}>
          <time dateTime={fact.at} className="numbers">
            {format.date(fact.at)}, {format.clock(fact.at)}
          </time>
        </Entry>
        {who && (
          <Entry name={t('detail.agent')}>
            <span className="flex min-w-0 items-center gap-1.5">
              <Avatar agent={who.somebody} size={20} />
              <span className="truncate">{who.name}</span>
            </span>
          </Entry>
        )}
        <Entry name={t('detail.kind')}>
          <code className="font-mono text-xs">{fact.kind}</code>
        </Entry>
        {fact.executionId && (
          <>
            <Entry name={t('detail.run')}>
              <code className="font-mono text-xs break-all">{fact.executionId}</code>
            </Entry>
            <Entry name={t('detail.number')}>{format.number(fact.sequence)}</Entry>
          </>
        )}
      </dl>
      <Ways fact={fact} agent={agent && agents.has(agent) ? agent : undefined} />
      <Data fact={fact} />
    </>
  )
}

function Entry({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  )
}

const WAY = cn(
  'inline-flex h-8 items-center gap-1.5 rounded-md border border-line-strong bg-surface',
  'px-2.5 text-sm font-medium hover:bg-hover',
)

/** Whom of a swarm a fact of it is about: whose turn it happened in, else the resident that it names. */
function residentOf({ residentId, data }: LiveFact): string | undefined {
  return [residentId, data.resident, data.sender].find(
    (one): one is string => typeof one === 'string' && one !== PERSON,
  )
}

/** Links to what the event is about. */
function Ways({ fact, agent }: { fact: LiveFact; agent: string | undefined }) {
  const t = useTexts('debug')
  const shared = useTexts('shared')
  const conversation = useConversation(fact)
  const swarm = fact.swarmId ?? (typeof fact.data.swarm === 'string' ? fact.data.swarm : undefined)
  const resident = swarm ? residentOf(fact) : undefined
  const way = (icon: InterfaceIcon, label: string) => (
    <>
      <Icon name={icon} size={15} className="text-muted" />
      {label}
    </>
  )
  if (!conversation && !fact.executionId && !agent && !swarm) return null
  return (
    <div className="flex flex-wrap gap-2">
      {swarm && (
        <Link
          to="/swarm/$swarmId"
          params={{ swarmId: swarm }}
          search={{ resident, turn: resident && (fact.executionId ?? undefined) }}
          className={WAY}
        >
          {way('users-four', shared('inSwarm'))}
        </Link>
      )}
      {conversation && !swarm && (
        <Link
          to="/chat/$conversationId"
          params={{ conversationId: conversation }}
          search={{ turn: fact.executionId ?? undefined }}
          className={WAY}
        >
          {way('chat-circle-dots', t(fact.executionId ? 'detail.openRun' : 'detail.openConversation'))}
        </Link>
      )}
      {fact.executionId && (
        <Link to="/architecture" search={{ execution: fact.executionId }} className={WAY}>
          {way('graph', t('detail.seeRun'))}
        </Link>
      )}
      {agent && !swarm && (
        <Link to="/agents/$agentId" params={{ agentId: agent }} className={WAY}>
          {way('robot', t('detail.openAgent'))}
        </Link>
      )}
    </div>
  )
}

function Data({ fact }: { fact: LiveFact }) {
  const t = useTexts('debug')
  const shared = useTexts('shared')
  const [copied, setCopied] = useState(0)
  const text = useMemo(() => JSON.stringify(fact.data, null, 2), [fact])
  const copy = () => void navigator.clipboard.writeText(text).then(() => setCopied(fact.id))
  return (
    <section className="flex min-w-0 flex-col gap-1.5">
      <div className="flex items-center">
        <h3 className="flex-1 text-sm font-semibold">{t('detail.data')}</h3>
        <Button size="small" look="quiet" icon={copied === fact.id ? 'check' : 'copy'} onClick={copy}>
          {copied === fact.id ? shared('copied') : shared('copy')}
        </Button>
      </div>
      <Json text={text.length > DRAWN ? `${text.slice(0, DRAWN)}…` : text} label={t('detail.data')} />
      {text.length > DRAWN && <p className="text-sm text-muted">{t('detail.cut')}</p>}
    </section>
  )
}
