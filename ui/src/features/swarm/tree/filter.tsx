import { useMemo } from 'react'

import { SearchInput } from '@/components/field'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { groupOf, STATE_GROUPS, type ResidentState, type StateGroup } from '../state'
import type { TreeFilter } from './rows'

/** Fewer residents need no filter. */
export const FILTERED_FROM = 12
export const NO_FILTER: TreeFilter = { text: '', group: null }

interface FilterProps {
  filter: TreeFilter
  onChange: (filter: TreeFilter) => void
  states: ReadonlyMap<string, ResidentState>
}

/** Finds residents by name, role and state, and tells how many stand how. */
export function Filter({ filter, onChange, states }: FilterProps) {
  const t = useTexts('swarm')
  const format = useFormat()
  const counts = useMemo(() => {
    const found = new Map<StateGroup, number>()
    for (const state of states.values()) found.set(groupOf(state), (found.get(groupOf(state)) ?? 0) + 1)
    return found
  }, [states])
  const groups = STATE_GROUPS.filter((group) => counts.get(group) || group === filter.group)
  return (
    <div className="flex shrink-0 flex-col gap-2 px-3 pb-2">
      <SearchInput label={t('tree.filter')} value={filter.text} onChange={(text) => onChange({ ...filter, text })} />
      <div role="group" aria-label={t('tree.state')} className="flex flex-wrap gap-1">
        {groups.map((group) => {
          const on = group === filter.group
          return (
            <button
              key={group}
              type="button"
              aria-pressed={on}
              onClick={() => onChange({ ...filter, group: on ? null : group })}
              className={cn(
                'numbers inline-flex h-6 items-center gap-1 rounded-full px-2 text-xs font-medium',
                'transition-colors duration-120',
                on ? 'bg-accent-soft text-accent' : 'bg-sunken text-muted hover:bg-hover hover:text-ink',
              )}
            >
              {format.number(counts.get(group) ?? 0)} {t(`counts.${group}`)}
            </button>
          )
        })}
      </div>
    </div>
  )
}
