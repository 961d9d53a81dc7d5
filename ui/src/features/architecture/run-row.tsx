import { memo, useMemo } from 'react'

import { Avatar } from '@/components/avatar'
import { IconButton } from '@/components/button'
import { Ago } from '@/components/time'
import { Tooltip } from '@/components/tooltip'
import { useAgentsById } from '@/lib/agents'
import { cn } from '@/lib/cn'
import { useActor } from '@/lib/residents'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { useCancel } from './cancel'
import { useNow } from './clock'
import { helping, type Run } from './flow'
import { useOpen } from './open'
import { StatusChip } from './status'
import { Strip } from './strip'
import { barsOf, spanOf } from './timeline'
import { useWholeFacts } from './whole-facts'

export interface Row {
  id: string
  message: string
  agent: string | null
  swarmId: string | null
  residentId: string | null
  status: Run['status']
  startedAt: string | null
  endedAt: string | null
}

const ROW = 'group relative flex min-h-12 items-center gap-3 px-4 py-1.5 hover:bg-hover'

/** An execution that is not over, with its steps so far. */
export const RunningRow = memo(function RunningRow({ run }: { run: Run }) {
  const t = useTexts('architecture')
  const format = useFormat()
  const agents = useAgentsById()
  const now = useNow(run.status === 'running')
  const facts = useWholeFacts(run)
  const { stop, stopping } = useCancel(run.id)
  const bars = useMemo(() => barsOf([], facts), [facts])
  const { from, to } = spanOf(bars, run.startedAt, null, now)
  const agent = useActor(run.agent ?? '', run)
  const name = agent?.name ?? (run.agent || t('runs.nobody'))
  // By name: they start side by side, and the line must not depend on who was first.
  const helpers = [...new Set(helping(run).map((helper) => agents.get(helper.agent)?.name ?? helper.agent))].sort(
    (a, b) => a.localeCompare(b),
  )
  const about = helpers.length ? t('runs.helped', { agent: name, helpers: format.list(helpers) }) : name
  return (
    <li className={ROW}>
      <Avatar
        agent={agent}
        size={28}
        state={run.status === 'waiting' ? 'waiting' : run.status === 'running' ? 'working' : undefined}
      />
      <div
        className={cn(
          'grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] items-center gap-x-4 gap-y-1.5',
          '@lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]',
        )}
      >
        <RowText row={{ id: run.id, message: run.message }} about={about} />
        {run.status === 'pending' ? <span aria-hidden /> : <Strip bars={bars} from={from} to={to} />}
      </div>
      <span
        role="timer"
        aria-label={t('runs.elapsed')}
        className="numbers w-24 shrink-0 text-right text-sm whitespace-nowrap @max-lg:w-auto text-muted"
      >
        {run.startedAt && to - from >= 1000 ? format.duration(Math.floor((to - from) / 1000) * 1000) : ''}
      </span>
      <span className="@max-lg:hidden">
        <StatusChip status={run.status} />
      </span>
      <IconButton
        icon="stop"
        size="small"
        danger
        label={stopping ? t('runs.stopping') : t('runs.stopNamed', { message: short(run.message) })}
        disabled={stopping}
        onClick={stop}
        className="relative"
      />
    </li>
  )
})

/** An execution that is over. */
export const FinishedRow = memo(function FinishedRow({
  id,
  message,
  agent,
  swarmId,
  residentId,
  status,
  startedAt,
  endedAt,
}: Row) {
  const t = useTexts('architecture')
  const format = useFormat()
  const known = useActor(agent ?? '', { swarmId, residentId })
  return (
    <li className={ROW}>
      <Avatar agent={known} size={28} />
      <RowText row={{ id, message }} about={known?.name ?? agent ?? t('runs.unassigned')} />
      <span className="numbers w-16 text-right text-sm text-muted @max-lg:hidden">
        {startedAt && endedAt ? format.duration(Date.parse(endedAt) - Date.parse(startedAt)) : ''}
      </span>
      <Ago at={endedAt} className="w-28 text-right text-sm text-muted @max-lg:hidden" />
      <StatusChip status={status} />
    </li>
  )
})

function RowText({ row, about }: { row: { id: string; message: string }; about: string }) {
  const t = useTexts('architecture')
  const open = useOpen()
  return (
    <div className="min-w-0 flex-1">
      <Tooltip text={short(row.message, 200)}>
        <button
          type="button"
          onClick={() => open({ execution: row.id })}
          className="block max-w-full truncate text-left text-base font-medium after:absolute after:inset-0"
        >
          <span className="sr-only">{t('runs.open', { message: short(row.message) })}</span>
          <span aria-hidden>{row.message}</span>
        </button>
      </Tooltip>
      <span className="block truncate text-sm text-muted">{about}</span>
    </div>
  )
}

/** The beginning of a text, for labels. */
export function short(text: string, length = 60): string {
  return text.length > length ? `${text.slice(0, length - 1).trimEnd()}…` : text
}
