import { Link } from '@tanstack/react-router'
import { memo } from 'react'

import { Button } from '@/components/button'
import { Icon } from '@/components/icon'
import { Ago } from '@/components/time'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import type { Doer } from '../use-acts'
import type { ListProps } from './cards'
import { useChoice } from './choice'
import { lastUsedAt, type Entry, type SortKey } from './filters'
import { AgentMenu } from './menu'
import { Expiry, Kind, ModelName, Presence, StatusChip, Tags, Tick, Trouble, Wants } from './parts'
import { useWindowed } from './windowed'

const HEIGHT = 60
const WIDE = 'max-lg:hidden'
const MIDDLE = 'max-sm:hidden'
const NUMBER = 'numbers px-2 text-right'

/** Agents as a table whose head stays in sight. */
export function Table({ entries, scroller, selected, onSelect, act }: ListProps) {
  const t = useTexts('agents')
  const { setBox, items, height } = useWindowed(scroller, entries.length, HEIGHT)
  const first = items[0]?.top ?? 0
  const last = items.at(-1)
  const below = last ? height - last.top - HEIGHT : 0
  return (
    <table
      aria-label={t('list')}
      aria-rowcount={entries.length + 1}
      className="w-full table-fixed border-separate border-spacing-0 rounded-lg border bg-surface text-base"
    >
      <thead className="text-sm text-muted">
        <tr
          aria-rowindex={1}
          className={cn(
            'h-9 [&>th]:sticky [&>th]:top-[var(--list-top)] [&>th]:z-5 [&>th]:border-b',
            '[&>th]:bg-surface [&>th]:font-medium',
          )}
        >
          <th className="w-10 rounded-tl-lg">
            <span className="sr-only">{t('select', { name: '' })}</span>
          </th>
          <Head by="name" className="text-left">
            {t('columns.agent')}
          </Head>
          <th scope="col" className={cn('w-29 px-2 text-left', MIDDLE)}>
            {t('columns.role')}
          </th>
          <th scope="col" className={cn('w-34 px-2 text-left', MIDDLE)}>
            {t('columns.status')}
          </th>
          <th scope="col" className={cn('w-38 px-2 text-left', WIDE)}>
            {t('columns.tags')}
          </th>
          <th scope="col" className={cn('w-28 px-2 text-left', WIDE)}>
            {t('columns.model')}
          </th>
          <Head by="runs" className={cn('w-18 text-right', MIDDLE)}>
            {t('columns.runs')}
          </Head>
          <Head by="success" className={cn('w-20 text-right', MIDDLE)}>
            {t('columns.success')}
          </Head>
          <th scope="col" className={cn('w-22 px-2 text-right', WIDE)}>
            {t('columns.mean')}
          </th>
          <Head by="used" className={cn('w-26 text-right', WIDE)}>
            {t('columns.used')}
          </Head>
          <th className="w-11 rounded-tr-lg">
            <span className="sr-only">{t('columns.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody ref={setBox}>
        {first > 0 && <tr aria-hidden style={{ height: first }} />}
        {items.map(({ index }) => {
          const entry = entries[index]
          return (
            entry && (
              <Row
                key={entry.agent.id}
                entry={entry}
                index={index}
                selected={selected.has(entry.agent.id)}
                onSelect={onSelect}
                act={act}
              />
            )
          )
        })}
        {below > 0 && <tr aria-hidden style={{ height: below }} />}
      </tbody>
    </table>
  )
}

function Head({ by, className, children }: { by: SortKey; className: string; children: string }) {
  const { sorting, setSorting } = useChoice()
  const taken = sorting.by === by
  return (
    <th
      scope="col"
      className={cn('px-2', className)}
      aria-sort={taken ? (sorting.down ? 'descending' : 'ascending') : 'none'}
    >
      <button
        type="button"
        onClick={() => setSorting({ by, down: taken ? !sorting.down : by !== 'name' })}
        className="inline-flex h-7 items-center gap-1 rounded-sm font-medium hover:text-ink"
      >
        {children}
        <Icon
          name={taken ? (sorting.down ? 'caret-down' : 'caret-up') : 'caret-up-down'}
          size={13}
          className={taken ? '' : 'opacity-60'}
        />
      </button>
    </th>
  )
}

interface RowProps {
  entry: Entry
  index: number
  selected: boolean
  onSelect: ListProps['onSelect']
  act: Doer
}

const Row = memo(function Row({ entry, index, selected, onSelect, act }: RowProps) {
  const t = useTexts('agents')
  const format = useFormat()
  const { agent, figures, trouble } = entry
  return (
    <tr
      aria-rowindex={index + 2}
      style={{ height: HEIGHT }}
      className={cn('relative [&>td]:border-b hover:bg-hover', selected && 'bg-accent-soft hover:bg-accent-soft')}
    >
      <td className="pl-1.5">
        <Tick
          checked={selected}
          onChange={(checked, event) => onSelect(agent.id, checked, event.shiftKey)}
          label={t('select', { name: agent.name })}
        />
      </td>
      <th scope="row" className="border-b px-2 text-left font-normal">
        <span className="flex min-w-0 items-center gap-3">
          <Presence agent={agent} trouble={trouble} size={34} />
          <span className="min-w-0">
            <Link
              to="/agents/$agentId"
              params={{ agentId: agent.id }}
              title={agent.name}
              className={cn(
                'block truncate font-semibold after:absolute after:inset-0',
                'focus-visible:outline-none focus-visible:after:outline-2',
                'focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent',
              )}
            >
              {agent.name}
            </Link>
            <span title={agent.id} className="block truncate font-mono text-xs text-muted max-sm:hidden">
              {agent.id}
            </span>
            <span className="flex min-w-0 items-center gap-1.5 text-sm text-muted sm:hidden">
              <span className="truncate">
                <Kind agent={agent} />
              </span>
              {agent.status !== 'active' && <StatusChip status={agent.status} />}
            </span>
          </span>
        </span>
      </th>
      <td className={cn('px-2 text-sm text-muted', MIDDLE)}>
        <span className="line-clamp-2">
          <Kind agent={agent} />
        </span>
      </td>
      <td className={cn('px-2', MIDDLE)}>
        {agent.origin === 'runtime' && agent.expiresAt ? (
          <span className="flex flex-col items-start gap-0.5">
            <Expiry at={agent.expiresAt} />
            <Button
              size="small"
              look="quiet"
              icon="push-pin"
              className="relative z-1 h-6 px-1.5"
              onClick={() => void act('keep', [agent])}
            >
              {t('acts.keep')}
            </Button>
          </span>
        ) : trouble !== undefined && agent.status === 'active' ? (
          <Trouble entry={entry} />
        ) : entry.wants.length > 0 && agent.status === 'active' ? (
          <Wants entry={entry} />
        ) : (
          <StatusChip status={agent.status} />
        )}
      </td>
      <td className={cn('px-2', WIDE)}>
        <Tags tags={agent.tags} most={1} />
      </td>
      <td className={cn('truncate px-2 text-sm', WIDE)}>
        <ModelName model={agent.model} />
      </td>
      <td className={cn(NUMBER, MIDDLE)}>{format.number(figures?.executions ?? 0)}</td>
      <td className={cn(NUMBER, MIDDLE, (figures?.successRate ?? 1) < 0.8 && 'text-warning')}>
        {figures?.successRate == null ? '–' : format.percent(figures.successRate)}
      </td>
      <td className={cn(NUMBER, WIDE, 'text-muted')}>
        {figures?.meanMs == null ? '–' : format.duration(figures.meanMs)}
      </td>
      <td className={cn(NUMBER, WIDE, 'text-sm text-muted')}>
        <LastUse entry={entry} />
      </td>
      <td className="pr-2 text-right">
        <AgentMenu agent={agent} act={act} />
      </td>
    </tr>
  )
})

function LastUse({ entry }: { entry: Entry }) {
  const t = useTexts('agents')
  const at = lastUsedAt(entry)
  return at ? <Ago at={at} /> : t('never')
}
