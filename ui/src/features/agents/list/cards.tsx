import { Link } from '@tanstack/react-router'
import { memo, useState, type RefObject } from 'react'

import { Button } from '@/components/button'
import { Chip } from '@/components/chip'
import { useAgentWords } from '@/lib/agent-words'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { ships } from '../acts'
import type { Doer } from '../use-acts'
import type { Entry } from './filters'
import { AgentMenu } from './menu'
import { Expiry, Kind, ModelName, Presence, StatusChip, Tags, Tick, Trouble, Wants } from './parts'
import { useColumns, useWindowed } from './windowed'

const HEIGHT = 236
const GAP = 16
const LEAST_WIDTH = 300

export interface ListProps {
  entries: readonly Entry[]
  scroller: RefObject<HTMLElement | null>
  selected: ReadonlySet<string>
  /** `through` selects everything between this one and the one selected before. */
  onSelect: (id: string, checked: boolean, through: boolean) => void
  act: Doer
}

/** Agents as cards, as many beside one another as fit. */
export function Cards({ entries, scroller, selected, onSelect, act }: ListProps) {
  const t = useTexts('agents')
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const columns = useColumns(frame, LEAST_WIDTH, GAP)
  const { setBox, items, height } = useWindowed(scroller, Math.ceil(entries.length / columns), HEIGHT + GAP)
  return (
    <div ref={setFrame}>
      <div ref={setBox} role="list" aria-label={t('list')} className="relative" style={{ height: height }}>
        {items.map((row) => (
          <div
            key={row.index}
            role="presentation"
            className="absolute inset-x-0 top-0 grid"
            style={{
              height: HEIGHT,
              gap: GAP,
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
              transform: `translateY(${row.top}px)`,
            }}
          >
            {entries.slice(row.index * columns, (row.index + 1) * columns).map((entry, column) => (
              <div
                key={entry.agent.id}
                role="listitem"
                aria-setsize={entries.length}
                aria-posinset={row.index * columns + column + 1}
                className="min-w-0"
              >
                <AgentCard entry={entry} selected={selected.has(entry.agent.id)} onSelect={onSelect} act={act} />
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}

interface AgentCardProps extends Pick<ListProps, 'onSelect' | 'act'> {
  entry: Entry
  selected: boolean
}

const AgentCard = memo(function AgentCard({ entry, selected, onSelect, act }: AgentCardProps) {
  const t = useTexts('agents')
  const { agent, trouble } = entry
  const about = useAgentWords()(agent)
  return (
    <article
      className={cn(
        'relative flex h-full flex-col gap-3 rounded-lg border bg-surface p-4 transition-colors',
        'duration-120 focus-within:border-line-strong hover:border-line-strong',
        selected && 'border-accent',
      )}
    >
      <div className="flex items-center gap-3">
        <Presence agent={agent} trouble={trouble} size={40} />
        <div className="min-w-0 flex-1">
          <h2 className="truncate text-md font-semibold" title={agent.name}>
            <Link
              to="/agents/$agentId"
              params={{ agentId: agent.id }}
              className={cn(
                'after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none',
                'focus-visible:after:outline-2 focus-visible:after:outline-accent',
              )}
            >
              {agent.name}
            </Link>
          </h2>
          <p className="truncate font-mono text-xs text-muted" title={agent.id}>
            {agent.id}
          </p>
        </div>
        <div className="-mr-1.5 flex self-start">
          <Tick
            checked={selected}
            onChange={(checked, event) => onSelect(agent.id, checked, event.shiftKey)}
            label={t('select', { name: agent.name })}
          />
          <AgentMenu agent={agent} act={act} />
        </div>
      </div>
      <p className="line-clamp-2 h-10 text-base text-muted" title={about}>
        {about}
      </p>
      <Tags tags={agent.tags} most={3} />
      <div className="flex min-w-0 items-center gap-1.5 overflow-hidden">
        <span className="min-w-0 truncate text-sm text-muted">
          <Kind agent={agent} />
        </span>
        {agent.status !== 'active' && <StatusChip status={agent.status} />}
        <Trouble entry={entry} />
        <Wants entry={entry} />
        {ships(agent) && agent.updatedAt && agent.status === 'active' && <Chip>{t('changed')}</Chip>}
      </div>
      <div className="mt-auto flex min-w-0 items-center gap-2 border-t pt-2.5 text-sm">
        {agent.origin === 'runtime' && agent.expiresAt ? (
          <>
            <Expiry at={agent.expiresAt} />
            <span className="flex-1" />
            <Button size="small" icon="push-pin" className="relative z-1" onClick={() => void act('keep', [agent])}>
              {t('acts.keep')}
            </Button>
          </>
        ) : (
          <>
            <CardFigures entry={entry} />
            <span className="ml-auto inline-flex min-w-0 justify-end text-right">
              <ModelName model={agent.model} />
            </span>
          </>
        )}
      </div>
    </article>
  )
})

function CardFigures({ entry: { figures } }: { entry: Entry }) {
  const t = useTexts('agents')
  const format = useFormat()
  if (!figures?.executions) return <span className="shrink-0 text-muted">{t('noRuns')}</span>
  return (
    <span className="numbers flex shrink-0 gap-2.5">
      <span>{t('runs', { count: figures.executions })}</span>
      {figures.successRate !== null && (
        <span
          title={t('succeeded', { share: format.percent(figures.successRate) })}
          className={figures.successRate < 0.8 ? 'text-warning' : ''}
        >
          {format.percent(figures.successRate)}
        </span>
      )}
      {figures.meanMs !== null && (
        <span title={t('meanTime')} className="text-muted">
          {format.duration(figures.meanMs)}
        </span>
      )}
    </span>
  )
}
