import { Field, TextInput } from '@/components/field'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { ALWAYS, leastOf, LIMITS, valueOf, type Limit } from './budget-model'

export type LimitTexts = Readonly<Record<Limit, string>>

interface LimitFieldsProps {
  values: LimitTexts
  onChange: (limit: Limit, value: string) => void
  /** Shows what is wrong. */
  tried: boolean
  /** What is used so far, where that is known. */
  used?: Partial<Record<Limit, string>>
  reached?: Limit | null
  /** An empty field stands for the usual limit instead. */
  usual?: boolean
}

/** A field for each limit; an empty one stands for no limit. */
export function LimitFields({ values, onChange, tried, used, reached, usual }: LimitFieldsProps) {
  const t = useTexts('swarm')
  const format = useFormat()
  return (
    <div className="grid gap-x-4 gap-y-3.5 sm:grid-cols-2">
      {LIMITS.map((limit) => {
        const wrong = !(usual && !values[limit].trim()) && valueOf(limit, values[limit]) === undefined
        const hint = used?.[limit] ? t('limits.used', { used: used[limit] }) : t(`limits.hints.${limit}`)
        return (
          <Field
            key={limit}
            label={t(`limits.names.${limit}`)}
            hint={hint}
            warning={reached === limit ? t('limits.reached') : undefined}
            error={tried && wrong ? t('limits.problem', { least: format.number(leastOf(limit)) }) : undefined}
          >
            {(control) => (
              <TextInput
                {...control}
                inputMode="numeric"
                autoComplete="off"
                className="numbers"
                data-limit={limit}
                value={values[limit]}
                placeholder={usual ? t('limits.usual') : limit === ALWAYS ? '' : t('limits.noLimit')}
                onChange={(event) => onChange(limit, event.target.value)}
              />
            )}
          </Field>
        )
      })}
    </div>
  )
}
