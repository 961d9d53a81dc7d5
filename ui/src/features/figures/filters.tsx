import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { api, data } from '@/client/api'
import { Button } from '@/components/button'
import { Field, Select, Switch, TextInput } from '@/components/field'
import { Popover } from '@/components/popover'
import { Choice } from '@/components/tabs'
import { useAgents } from '@/lib/agents'
import { usePreferences } from '@/lib/preferences'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { useFilter } from './address'
import { useModelRows, useToolRows, useUserRows } from './data'
import { faultOf, RANGES, writeDay, type RangeName } from './range'

/** Which time, whose and whom the figures are of. */
export function Filters() {
  const t = useTexts('figures')
  const { filter, go } = useFilter()
  const me = useQuery({ queryKey: keys.me, queryFn: () => data(api.GET('/api/me')), staleTime: Infinity })
  const { data: agents } = useAgents()
  // What can be chosen is what there is without choosing.
  const all = { ...filter, agent: undefined, model: undefined, tool: undefined }
  const models = useModelRows(all).data?.rows ?? []
  const tools = useToolRows(all).data?.rows ?? []
  const chosen = [filter.agent, filter.model, filter.tool].some(Boolean)
  return (
    <div role="group" aria-label={t('filters')} className="figure-filters mb-4 flex flex-wrap items-center gap-2">
      <div className="flex max-w-full items-center gap-2 overflow-x-auto">
        <Choice<RangeName>
          label={t('range')}
          value={filter.range}
          onChange={(range) =>
            go(range === 'custom' ? { range, ...startDays() } : { range, from: undefined, to: undefined })
          }
          options={RANGES.map((value) => ({ value, label: t(`ranges.${value}`) }))}
        />
      </div>
      {filter.range === 'custom' && <CustomDays key={`${filter.days?.from} ${filter.days?.to}`} />}
      <Pick
        label={t('agent')}
        all={t('allAgents')}
        value={filter.agent}
        onChange={(agent) => go({ agent })}
        options={(agents ?? []).map(({ id, name }) => [id, name])}
      />
      <Pick
        label={t('model')}
        all={t('allModels')}
        value={filter.model}
        onChange={(model) => go({ model })}
        options={models.map(({ key, name }) => [key, name || key])}
      />
      <Pick
        label={t('tool')}
        all={t('allTools')}
        value={filter.tool}
        onChange={(tool) => go({ tool })}
        options={tools.map(({ key, name }) => [key, name || key])}
      />
      {me.data && me.data.user.role !== 'member' && <People />}
      <label className="flex h-9 items-center gap-2 px-1 text-muted">
        <Switch
          checked={filter.compare}
          onChange={(compare) => go({ compare: compare ? undefined : false })}
          label={t('compareAbout')}
        />
        <span aria-hidden title={t('compareAbout')}>
          {t('compare')}
        </span>
      </label>
      {chosen && (
        <Button
          look="quiet"
          size="small"
          icon="x"
          onClick={() => go({ agent: undefined, model: undefined, tool: undefined })}
        >
          {t('clear')}
        </Button>
      )}
    </div>
  )
}

/** The days of a custom range at first: the last four weeks. */
function startDays(): { from: string; to: string } {
  const now = new Date()
  return { from: writeDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() - 27)), to: writeDay(now) }
}

function CustomDays() {
  const t = useTexts('figures')
  const { filter, go } = useFilter()
  const [open, setOpen] = useState(false)
  const [days, setDays] = useState<{ from: string; to: string }>(filter.days ?? startDays())
  const [tried, setTried] = useState(false)
  const [now] = useState(() => new Date())
  const fault = faultOf(days, now)
  const language = usePreferences((state) => state.language)
  const dates = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric' })
  const written = filter.days
    ? dates.formatRange(new Date(`${filter.days.from}T12:00`), new Date(`${filter.days.to}T12:00`))
    : t('ranges.custom')
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t('ranges.custom')}
      className="w-72 p-4"
      trigger={<Button icon="calendar">{written}</Button>}
    >
      <form
        noValidate
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (fault) return
          setOpen(false)
          go({ range: 'custom', from: days.from, to: days.to })
        }}
      >
        <Field label={t('from')}>
          {(control) => (
            <TextInput
              {...control}
              type="date"
              value={days.from}
              max={writeDay(now)}
              onChange={(event) => setDays({ ...days, from: event.target.value })}
            />
          )}
        </Field>
        <Field label={t('to')} error={tried && fault ? t(`faults.${fault}`) : undefined}>
          {(control) => (
            <TextInput
              {...control}
              type="date"
              value={days.to}
              onChange={(event) => setDays({ ...days, to: event.target.value })}
            />
          )}
        </Field>
        <Button type="submit" look="primary">
          {t('apply')}
        </Button>
      </form>
    </Popover>
  )
}

interface PickProps {
  label: string
  all: string
  value: string | undefined
  onChange: (value: string | undefined) => void
  options: readonly (readonly [string, string])[]
}

function Pick({ label, all, value, onChange, options }: PickProps) {
  return (
    <Select
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || undefined)}
      className="max-w-52 max-sm:w-[calc(50%-0.25rem)] max-sm:max-w-none"
    >
      <option value="">{all}</option>
      {value !== undefined && options.every(([key]) => key !== value) && <option value={value}>{value}</option>}
      {options.map(([key, name]) => (
        <option key={key} value={key}>
          {name}
        </option>
      ))}
    </Select>
  )
}

/** Whose figures: for administrators. */
function People() {
  const t = useTexts('figures')
  const { filter, go } = useFilter()
  const people = useUserRows(filter, true)
  const one = filter.people && filter.people !== 'everyone' ? filter.people : undefined
  const rows = people.data?.rows ?? []
  return (
    <Select
      aria-label={t('people')}
      value={filter.people ?? ''}
      onChange={(event) => go({ people: event.target.value || undefined })}
      className="max-w-52 max-sm:w-[calc(50%-0.25rem)] max-sm:max-w-none"
    >
      <option value="">{t('mine')}</option>
      <option value="everyone">{t('everyone')}</option>
      {one && rows.every(({ key }) => key !== one) && <option value={one}>{one}</option>}
      {rows.map(({ key, name }) => (
        <option key={key} value={key}>
          {name || key}
        </option>
      ))}
    </Select>
  )
}
