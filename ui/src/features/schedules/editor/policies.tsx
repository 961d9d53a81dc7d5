import { Field, Select } from '@/components/field'
import { useTexts } from '@/lib/text'

import type { Schedule } from '../types'
import type { PartProps } from './part'

const MISSED = ['once', 'skip', 'all'] as const satisfies readonly Schedule['missed'][]
const OVERLAP = ['skip', 'queue'] as const satisfies readonly Schedule['overlap'][]

/** What becomes of times at which nothing ran, and of those at which the run before is not over. */
export function Policies({ draft, onChange }: Pick<PartProps, 'draft' | 'onChange'>) {
  const t = useTexts('schedules')
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-base font-semibold">{t('form.policies')}</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('form.missed')} hint={t(`form.missedHint.${draft.missed}`)}>
          {(control) => (
            <Select
              {...control}
              className="w-full"
              value={draft.missed}
              onChange={(event) => onChange({ missed: event.target.value as Schedule['missed'] })}
            >
              {MISSED.map((one) => (
                <option key={one} value={one}>
                  {t(`form.missedKinds.${one}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t('form.overlap')} hint={t(`form.overlapHint.${draft.overlap}`)}>
          {(control) => (
            <Select
              {...control}
              className="w-full"
              value={draft.overlap}
              onChange={(event) => onChange({ overlap: event.target.value as Schedule['overlap'] })}
            >
              {OVERLAP.map((one) => (
                <option key={one} value={one}>
                  {t(`form.overlapKinds.${one}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
    </fieldset>
  )
}
