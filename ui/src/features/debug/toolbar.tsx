import type { RefObject } from 'react'

import { Button, IconButton } from '@/components/button'
import { SearchInput, Select } from '@/components/field'
import { Icon } from '@/components/icon'
import { useAgents } from '@/lib/agents'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { shortId } from './event-row'
import type { Filter } from './filter'
import { KindFilter } from './kind-filter'

interface ToolbarProps {
  filter: Filter
  onFilter: (change: Partial<Filter>) => void
  searchRef: RefObject<HTMLInputElement | null>
  paused: boolean
  waiting: number
  onPause: () => void
}

/** What is shown: search, kinds, agent, run; and whether new events are let in. */
export function Toolbar({ filter, onFilter, searchRef, paused, waiting, onPause }: ToolbarProps) {
  const t = useTexts('debug')
  const format = useFormat()
  const agents = useAgents()
  const known = agents.data ?? []
  const run = filter.execution && t('execution', { id: shortId(filter.execution) })
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        look={paused ? 'primary' : 'plain'}
        icon={paused ? 'play' : 'pause'}
        aria-keyshortcuts="Space"
        onClick={onPause}
      >
        {paused ? t('resume') : t('pause')}
      </Button>
      <SearchInput
        ref={searchRef}
        value={filter.search}
        onChange={(search) => onFilter({ search })}
        label={t('search')}
        maxLength={200}
        className="w-64 max-sm:order-last max-sm:w-full"
        aria-keyshortcuts="/"
      />
      <KindFilter value={filter.kinds} onChange={(kinds) => onFilter({ kinds })} />
      <Select
        aria-label={t('agent')}
        value={filter.agent ?? ''}
        onChange={(event) => onFilter({ agent: event.target.value || undefined })}
        className={cn('max-w-52', filter.agent && '[&>select]:border-accent [&>select]:text-accent')}
      >
        <option value="">{t('anyAgent')}</option>
        {filter.agent && !known.some((agent) => agent.id === filter.agent) && (
          <option value={filter.agent}>{filter.agent}</option>
        )}
        {known.map((agent) => (
          <option key={agent.id} value={agent.id}>
            {agent.name}
          </option>
        ))}
      </Select>
      {run && (
        <span
          className={cn(
            'inline-flex h-9 items-center gap-1 rounded-md border border-accent bg-surface',
            'pr-1 pl-3 text-base font-medium text-accent',
          )}
        >
          <Icon name="lightning" size={16} />
          {run}
          <IconButton
            icon="x"
            size="small"
            label={t('removeFilter', { filter: run })}
            onClick={() => onFilter({ execution: undefined })}
          />
        </span>
      )}
      <span role="status" className={cn('text-sm text-muted', !paused && 'sr-only')}>
        {paused && t('paused', { count: waiting, n: format.number(waiting) })}
      </span>
    </div>
  )
}
