import { memo } from 'react'

import { Avatar } from '@/components/avatar'
import { Icon } from '@/components/icon'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { groupOf, type ResidentState } from '../state'
import { STATE_LOOKS } from '../state-words'
import type { TreeRow } from './rows'
import { ResidentMenu } from './menu'

const STEP = 16
const DEEPEST = 6

interface RowProps {
  /** What names it is named after it. */
  domId: string
  row: TreeRow
  state: ResidentState
  /** The state in words. */
  words: string
  /** The keyboard stands on it. */
  active: boolean
  /** Its mind is open. */
  selected: boolean
  onOpen: (id: string) => void
  onToggle: (id: string) => void
  onAdd: (id: string) => void
}

/** A resident in the tree: who it is, what it does now, what waits for it. */
export const Row = memo(function Row({
  domId,
  row,
  state,
  words,
  active,
  selected,
  onOpen,
  onToggle,
  onAdd,
}: RowProps) {
  const t = useTexts('swarm')
  const format = useFormat()
  const { resident, level, open, below, fits } = row
  const { icon, ink } = STATE_LOOKS[state.kind]
  const group = groupOf(state)
  const tokens = resident.usage.inputTokens + resident.usage.outputTokens
  return (
    <div
      className={cn(
        'group relative flex h-full items-center gap-1.5 rounded-md pr-1 transition-colors duration-120',
        selected ? 'bg-accent-soft' : 'hover:bg-hover',
        active && 'outline-2 -outline-offset-2 outline-transparent group-focus-visible/tree:outline-accent',
        !fits && 'opacity-55',
      )}
      style={{ paddingLeft: 2 + STEP * Math.min(level - 1, DEEPEST) }}
    >
      {open === null ? (
        <span className="w-5 shrink-0" />
      ) : (
        <button
          type="button"
          tabIndex={-1}
          aria-label={t(open ? 'tree.collapse' : 'tree.expand', { name: resident.name })}
          onClick={() => onToggle(resident.id)}
          className="grid h-8 w-5 shrink-0 place-items-center rounded-sm text-faint hover:bg-pressed hover:text-ink"
        >
          <Icon name="caret-right" size={12} className={cn('transition-transform duration-120', open && 'rotate-90')} />
        </button>
      )}
      <span id={`${domId}-name`} className="contents">
        <button
          type="button"
          tabIndex={-1}
          onClick={() => onOpen(resident.id)}
          className="flex h-full min-w-0 flex-1 items-center gap-2.5 text-left"
        >
          <Avatar
            agent={resident}
            size={28}
            state={
              group === 'working'
                ? 'working'
                : state.kind === 'waiting'
                  ? 'waiting'
                  : group === 'retrying'
                    ? 'unwell'
                    : group === 'off'
                      ? 'off'
                      : undefined
            }
          />
          <span className="min-w-0 flex-1">
            <span className="flex min-w-0 items-baseline gap-1.5">
              <span className="truncate text-base font-medium" title={resident.name}>
                {resident.name}
              </span>
              {resident.role && (
                <span className="min-w-0 flex-1 truncate text-xs text-muted" title={resident.role}>
                  {resident.role}
                </span>
              )}
            </span>
            <span className="flex items-center gap-1 text-xs text-muted">
              <Icon name={icon} size={13} className={ink} />
              <span className="truncate">{words}</span>
              {open === false && (
                <span className="shrink-0">· {t('tree.below', { count: below, n: format.number(below) })}</span>
              )}
            </span>
          </span>
        </button>
        <span className="flex shrink-0 items-center gap-1.5">
          {resident.unread > 0 && (
            <span
              className={cn(
                'numbers grid h-4.5 min-w-4.5 place-items-center rounded-full bg-pressed px-1',
                'text-xs font-medium text-ink',
              )}
              title={t('tree.unread', { count: resident.unread, n: format.number(resident.unread) })}
            >
              {format.compact(resident.unread)}
              <span className="sr-only"> {t('tree.unread', { count: resident.unread, n: '' })}</span>
            </span>
          )}
          {/* On pointing at the row its menu stands here. */}
          {tokens > 0 && (
            <span
              className={cn(
                'numbers min-w-7 text-right text-xs whitespace-nowrap text-muted',
                'transition-opacity duration-120 lg:group-hover:opacity-0',
                'lg:group-has-[[data-state=open]]:opacity-0',
              )}
              title={t('tree.tokens', { n: format.number(tokens) })}
            >
              {format.compact(tokens)}
            </span>
          )}
        </span>
      </span>
      <ResidentMenu
        resident={resident}
        onAdd={() => onAdd(resident.id)}
        tabIndex={active ? 0 : -1}
        className={cn(
          'lg:absolute lg:right-1 lg:bg-hover lg:opacity-0 lg:group-hover:opacity-100',
          'lg:focus-visible:opacity-100 lg:data-[state=open]:opacity-100',
        )}
      />
    </div>
  )
})
