import { useCallback, useState } from 'react'

import { Button } from '@/components/button'
import { Field, SearchInput, Select, TextInput } from '@/components/field'
import { Icon } from '@/components/icon'
import { Popover } from '@/components/popover'
import { Choice } from '@/components/tabs'
import { useAgents, useAgentsById } from '@/lib/agents'
import { cn } from '@/lib/cn'
import { useSearchText } from '@/lib/search-text'
import { useTexts } from '@/lib/text'

import { useAddress } from './address'
import { filterCount, NO_FILTERS, type DueFilter } from './filters'
import { PRIORITIES, type Priority } from './types'

const LONGEST = 200
const DUES = ['overdue', 'today', 'week', 'none'] as const satisfies readonly DueFilter[]

/** How tasks are shown, searched and filtered. */
export function Toolbar() {
  const t = useTexts('tasks')
  const { view, go } = useAddress()
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Choice
        value={view}
        onChange={(next) => go({ view: next === 'board' ? undefined : next })}
        label={t('view.label')}
        options={[
          { value: 'board', label: t('view.board'), icon: <Icon name="kanban" size={16} className="max-sm:hidden" /> },
          { value: 'list', label: t('view.list'), icon: <Icon name="rows" size={16} className="max-sm:hidden" /> },
          {
            value: 'calendar',
            label: t('view.calendar'),
            icon: <Icon name="calendar-dots" size={16} className="max-sm:hidden" />,
          },
        ]}
      />
      <span className="flex-1 max-sm:hidden" />
      <Search />
      <FilterPanel />
    </div>
  )
}

function Search() {
  const t = useTexts('tasks')
  const { q = '', go } = useAddress()
  const [text, setText] = useSearchText(
    q,
    useCallback((sought) => go({ q: sought }, true), [go]),
  )
  return (
    <SearchInput
      label={t('search')}
      value={text}
      onChange={setText}
      maxLength={LONGEST}
      className="max-w-72 flex-[1_1_10rem]"
    />
  )
}

function FilterPanel() {
  const t = useTexts('tasks')
  const { data: agents } = useAgents()
  const { filters, agent, priority, due, tag, go } = useAddress()
  const count = filterCount(filters)
  return (
    <Popover
      label={t('filters')}
      align="end"
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
        <Field label={t('agent')}>
          {(control) => (
            <Select
              {...control}
              className="w-full"
              value={agent ?? ''}
              onChange={(event) => go({ agent: event.target.value || undefined }, true)}
            >
              <option value="">{t('anyAgent')}</option>
              {agents
                ?.filter((one) => one.status !== 'archived')
                .map((one) => (
                  <option key={one.id} value={one.id}>
                    {one.name}
                  </option>
                ))}
            </Select>
          )}
        </Field>
        <Field label={t('priority')}>
          {(control) => (
            <Select
              {...control}
              className="w-full"
              value={priority ?? ''}
              onChange={(event) => go({ priority: (event.target.value || undefined) as Priority | undefined }, true)}
            >
              <option value="">{t('anyPriority')}</option>
              {PRIORITIES.map((one) => (
                <option key={one} value={one}>
                  {t(`priorities.${one}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t('due')}>
          {(control) => (
            <Select
              {...control}
              className="w-full"
              value={due ?? ''}
              onChange={(event) => go({ due: (event.target.value || undefined) as DueFilter | undefined }, true)}
            >
              <option value="">{t('anyDue')}</option>
              {DUES.map((one) => (
                <option key={one} value={one}>
                  {t(`dues.${one}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <TagFilter key={tag} />
        <Button disabled={!count} onClick={() => go({ ...NO_FILTERS, q: filters.q })}>
          {t('clear')}
        </Button>
      </div>
    </Popover>
  )
}

function TagFilter() {
  const t = useTexts('tasks')
  const { tag = '', go } = useAddress()
  const [text, setText] = useState(tag)
  const set = () => text.trim() !== tag && go({ tag: text.trim() || undefined }, true)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        set()
      }}
    >
      <Field label={t('tag')}>
        {(control) => (
          <TextInput
            {...control}
            value={text}
            maxLength={100}
            onChange={(event) => setText(event.target.value)}
            onBlur={set}
          />
        )}
      </Field>
    </form>
  )
}

/** The filters that are set, each with a button that takes it away. */
export function FilterChips() {
  const t = useTexts('tasks')
  const agents = useAgentsById()
  const {
    filters: { agent, priority, due, tag },
    go,
  } = useAddress()
  const chips = [
    agent !== undefined && ['agent', agents.get(agent)?.name ?? agent],
    priority !== undefined && ['priority', t(`priorities.${priority}`)],
    due !== undefined && ['due', t(`dues.${due}`)],
    tag !== undefined && ['tag', tag],
  ].filter((one): one is ['agent' | 'priority' | 'due' | 'tag', string] => one !== false)
  if (!chips.length) return null
  return (
    <div className="-mt-1 flex flex-wrap gap-1.5">
      {chips.map(([key, value]) => (
        <button
          key={key}
          type="button"
          onClick={() => go({ [key]: undefined })}
          title={t('clear')}
          className={cn(
            'inline-flex h-6 max-w-full min-w-0 items-center gap-1 rounded-full',
            'bg-accent-soft px-2.5 text-xs font-medium text-accent hover:bg-hover',
          )}
        >
          <span className="truncate">{`${t(key)}: ${value}`}</span>
          <Icon name="x" size={12} />
        </button>
      ))}
    </div>
  )
}
