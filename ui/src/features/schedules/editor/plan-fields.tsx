import { Field, Select, TextInput } from '@/components/field'
import { cn } from '@/lib/cn'
import { usePreferences } from '@/lib/preferences'
import { useTexts } from '@/lib/text'
import { weekdayName } from '@/lib/times'

import { LAST_DAY, UNITS, WEEK, type Plan, type Unit } from '../plan'

interface PlanFieldsProps {
  plan: Plan
  onChange: (plan: Plan) => void
  error: string | undefined
}

const MONTH_DAYS = Array.from({ length: 31 }, (_, index) => index + 1)

/** What a rhythm needs to be known: how often, at what time, on which days. */
export function PlanFields({ plan, onChange, error }: PlanFieldsProps) {
  const t = useTexts('schedules')
  switch (plan.kind) {
    case 'every':
      return (
        <Field label={t('form.every')} error={error}>
          {(control) => (
            <span className="flex gap-2">
              <TextInput
                {...control}
                type="number"
                inputMode="numeric"
                min={1}
                className="w-24!"
                value={Number.isNaN(plan.count) ? '' : plan.count}
                onChange={(event) => onChange({ ...plan, count: event.target.valueAsNumber })}
              />
              <Select
                aria-label={t('form.unit')}
                value={plan.unit}
                onChange={(event) => onChange({ ...plan, unit: event.target.value as Unit })}
                className="flex-1"
              >
                {UNITS.map((unit) => (
                  <option key={unit} value={unit}>
                    {t(`form.units.${unit}`)}
                  </option>
                ))}
              </Select>
            </span>
          )}
        </Field>
      )
    case 'cron':
      return (
        <Field label={t('form.cron')} hint={t('form.cronHint')} error={error}>
          {(control) => (
            <TextInput
              {...control}
              className="font-mono"
              value={plan.cron}
              maxLength={200}
              spellCheck={false}
              autoComplete="off"
              onChange={(event) => onChange({ ...plan, cron: event.target.value })}
            />
          )}
        </Field>
      )
    default:
      return (
        <>
          {plan.kind === 'weekly' && <Weekdays days={plan.days} onChange={(days) => onChange({ ...plan, days })} />}
          {plan.kind === 'monthly' && (
            <Field label={t('form.day')}>
              {(control) => (
                <Select
                  {...control}
                  className="w-full"
                  value={plan.day}
                  onChange={(event) => onChange({ ...plan, day: Number(event.target.value) })}
                >
                  {MONTH_DAYS.map((day) => (
                    <option key={day} value={day}>
                      {day}
                    </option>
                  ))}
                  <option value={LAST_DAY}>{t('form.lastDay')}</option>
                </Select>
              )}
            </Field>
          )}
          <Field label={t('form.time')} error={error}>
            {(control) => (
              <TextInput
                {...control}
                type="time"
                value={plan.time}
                onChange={(event) => onChange({ ...plan, time: event.target.value })}
              />
            )}
          </Field>
        </>
      )
  }
}

function Weekdays({ days, onChange }: { days: readonly number[]; onChange: (days: number[]) => void }) {
  const t = useTexts('schedules')
  const language = usePreferences((state) => state.language)
  const toggle = (day: number) =>
    onChange(days.includes(day) ? days.filter((one) => one !== day) : [...days, day].toSorted((a, b) => a - b))
  return (
    <div role="group" aria-label={t('form.days')} className="flex flex-col gap-1.5">
      <span aria-hidden className="text-sm font-medium">
        {t('form.days')}
      </span>
      <span className="grid grid-cols-7 gap-1">
        {WEEK.map((day) => (
          <button
            key={day}
            type="button"
            aria-pressed={days.includes(day)}
            aria-label={weekdayName(language, day)}
            onClick={() => toggle(day)}
            className={cn(
              'h-9 min-w-0 rounded-md border text-sm font-medium transition-colors duration-120',
              days.includes(day)
                ? 'border-transparent bg-accent text-on-accent hover:bg-accent-hover'
                : 'border-line-strong bg-surface hover:bg-hover',
            )}
          >
            {weekdayName(language, day, 'narrow')}
          </button>
        ))}
      </span>
    </div>
  )
}
