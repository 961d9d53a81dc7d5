import { useState } from 'react'

import { Button, IconButton } from '@/components/button'
import { Field, SearchInput, Select } from '@/components/field'
import { Icon } from '@/components/icon'
import { Menu, MenuItem } from '@/components/menu'
import { Popover } from '@/components/popover'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

import { useChoice } from './choice'
import { filterCount, NO_FILTERS, type Filters, type SortKey } from './filters'

const SORTS: SortKey[] = ['roster', 'name', 'used', 'runs', 'success']
const ROLES = ['supervisor', 'specialist', 'helper', 'resident', 'custom'] as const
const ORIGINS = ['builtin', 'plugin', 'user', 'runtime', 'agent'] as const
const STATUSES = ['active', 'shadow', 'paused', 'archived'] as const
const HEALTHS = ['ready', 'trouble'] as const

/** How the list is searched, filtered, sorted and shown. */
export function Toolbar() {
  const t = useTexts('agents')
  const { view, setView, sorting, setSorting, filters, setFilters } = useChoice()
  return (
    <div className="flex items-center gap-1.5 sm:gap-2">
      <SearchInput
        label={t('search')}
        value={filters.text}
        onChange={(text) => setFilters({ text })}
        className="max-w-90 flex-1"
        maxLength={200}
      />
      <FilterPanel />
      <span className="flex-1 max-sm:hidden" />
      <Menu
        trigger={
          <Button
            look="quiet"
            icon="sliders-horizontal"
            aria-label={`${t('sort.label')}: ${t(`sort.${sorting.by}`)}`}
            className="px-2.5"
          >
            <span className="max-sm:hidden">{t(`sort.${sorting.by}`)}</span>
          </Button>
        }
      >
        {SORTS.map((by) => (
          <MenuItem
            key={by}
            checked={by === sorting.by}
            onSelect={() => setSorting({ by, down: by !== 'name' && by !== 'roster' })}
          >
            {t(`sort.${by}`)}
          </MenuItem>
        ))}
      </Menu>
      <IconButton
        icon={sorting.down ? 'arrow-down' : 'arrow-up'}
        label={t(sorting.down ? 'sort.down' : 'sort.up')}
        onClick={() => setSorting({ ...sorting, down: !sorting.down })}
        className="max-sm:hidden"
      />
      <div role="group" aria-label={t('view.label')} className="flex shrink-0">
        <IconButton
          icon="squares-four"
          label={t('view.cards')}
          pressed={view === 'cards'}
          onClick={() => setView('cards')}
        />
        <IconButton icon="table" label={t('view.table')} pressed={view === 'table'} onClick={() => setView('table')} />
      </div>
    </div>
  )
}

function FilterPanel() {
  const t = useTexts('agents')
  const shared = useTexts('shared')
  const [open, setOpen] = useState(false)
  const { filters, setFilters } = useChoice()
  const count = filterCount(filters)
  const select = <K extends keyof Omit<Filters, 'text'>>(key: K, options: [Filters[K], string][]) => (
    <Field label={t(key)}>
      {(control) => (
        <Select
          {...control}
          className="w-full"
          value={filters[key]}
          onChange={(event) => setFilters({ [key]: event.target.value })}
        >
          {options.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t('filters')}
      className="w-72"
      trigger={
        <Button icon="funnel" aria-label={count ? t('filtersSet', { count }) : t('filters')} className="max-sm:px-2.5">
          <span className="max-sm:hidden">{t('filters')}</span>
          {count > 0 && (
            <span className="numbers grid size-5 place-items-center rounded-full bg-accent text-xs text-on-accent">
              {count}
            </span>
          )}
        </Button>
      }
    >
      <div className="flex flex-col gap-3 p-2">
        {select('role', [
          ['all', t('all.role')],
          ...ROLES.map((one) => [one, shared(`role.${one}`)] as [typeof one, string]),
        ])}
        {select('status', [
          ['current', t('current')],
          ['all', t('all.status')],
          ...STATUSES.map((one) => [one, shared(`status.${one}`)] as [typeof one, string]),
        ])}
        {select('origin', [
          ['all', t('all.origin')],
          ...ORIGINS.map((one) => [one, shared(`origin.${one}`)] as [typeof one, string]),
        ])}
        {select('health', [
          ['all', t('all.health')],
          ...HEALTHS.map((one) => [one, t(`healths.${one}`)] as [typeof one, string]),
        ])}
        <Button disabled={!count} onClick={() => setFilters({ ...NO_FILTERS, text: filters.text })}>
          {t('empty.clear')}
        </Button>
      </div>
    </Popover>
  )
}

/** The filters that are set, each with a button that takes it away. */
export function FilterChips() {
  const t = useTexts('agents')
  const shared = useTexts('shared')
  const { filters, setFilters } = useChoice()
  const words = {
    role: (value: string) => shared(`role.${value as 'helper'}`),
    status: (value: string) => (value === 'all' ? t('all.status') : shared(`status.${value as 'active'}`)),
    origin: (value: string) => shared(`origin.${value as 'user'}`),
    health: (value: string) => t(`healths.${value as 'ready'}`),
  }
  return (['role', 'status', 'origin', 'health'] as const)
    .filter((key) => filters[key] !== NO_FILTERS[key])
    .map((key) => (
      <button
        key={key}
        type="button"
        onClick={() => setFilters({ [key]: NO_FILTERS[key] })}
        title={t('empty.clear')}
        className={cn(
          'inline-flex h-6 shrink-0 items-center gap-1 rounded-full bg-accent-soft px-2.5',
          'text-xs font-medium whitespace-nowrap text-accent hover:bg-hover',
        )}
      >
        {`${t(key)}: ${words[key](filters[key])}`}
        <Icon name="x" size={12} />
      </button>
    ))
}
