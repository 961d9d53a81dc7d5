import { useState } from 'react'

import { IconButton } from '@/components/button'
import { Field, Select } from '@/components/field'
import { Popover } from '@/components/popover'
import { Choice } from '@/components/tabs'
import { useAgents } from '@/lib/agents'
import { useTexts } from '@/lib/text'

import type { Grouping } from './groups'

export interface ThreadFilter {
  agent: string
  mode: '' | 'direct' | 'supervised'
  /** Whether single requests of programs are shown too. */
  programs: boolean
}

export const NO_FILTER: ThreadFilter = { agent: '', mode: '', programs: false }

interface FilterMenuProps {
  filter: ThreadFilter
  onFilter: (filter: ThreadFilter) => void
  grouping: Grouping
  onGrouping: (grouping: Grouping) => void
}

/** Which threads are shown, and in what groups. */
export function FilterMenu({ filter, onFilter, grouping, onGrouping }: FilterMenuProps) {
  const t = useTexts('chat-threads')
  const shared = useTexts('shared')
  const { data: agents } = useAgents()
  const [open, setOpen] = useState(false)
  const filtered = Boolean(filter.agent || filter.mode)
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      align="end"
      label={t('filter')}
      className="w-64 p-3"
      trigger={
        <IconButton
          icon="funnel"
          label={t(filtered ? 'filterOn' : 'filter')}
          className={filtered ? 'bg-accent-soft text-accent' : ''}
        />
      }
    >
      <div className="flex flex-col gap-3">
        <Field label={t('agent')}>
          {(control) => (
            <Select
              {...control}
              value={filter.agent}
              onChange={(event) => onFilter({ ...filter, agent: event.target.value })}
            >
              <option value="">{t('anyAgent')}</option>
              {agents?.map((agent) => (
                <option key={agent.id} value={agent.id}>
                  {agent.name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t('mode')}>
          {(control) => (
            <Select
              {...control}
              value={filter.mode}
              onChange={(event) => onFilter({ ...filter, mode: event.target.value as ThreadFilter['mode'] })}
            >
              <option value="">{t('anyMode')}</option>
              <option value="direct">{shared('mode.direct')}</option>
              <option value="supervised">{shared('mode.supervised')}</option>
            </Select>
          )}
        </Field>
        <label className="flex items-center gap-2 text-sm">
          <input
            type="checkbox"
            checked={filter.programs}
            onChange={(event) => onFilter({ ...filter, programs: event.target.checked })}
            className="size-4 shrink-0 accent-accent"
          />
          {t('programs')}
        </label>
        <div className="flex items-center justify-between gap-2">
          <span className="text-sm font-medium">{t('group')}</span>
          <Choice
            size="small"
            label={t('group')}
            value={grouping}
            onChange={onGrouping}
            options={[
              { value: 'time', label: t('groups.time') },
              { value: 'agent', label: t('groups.agent') },
            ]}
          />
        </div>
      </div>
    </Popover>
  )
}
