import { useContext } from 'react'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'

import { Button } from '@/components/button'
import { Icon } from '@/components/icon'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { changedFields, type Draft } from '../draft'
import { placeOf, RemarksContext } from './remarks'

interface SaveBarProps {
  base: Draft
  isNew: boolean
  saving: boolean
  onSave: () => void
  onDiscard: () => void
}

const NAMES_SHOWN = 4

/** Says what is not saved yet, and saves it. */
export function SaveBar({ base, isNew, saving, onSave, onDiscard }: SaveBarProps) {
  const t = useTexts('agents-editor')
  const format = useFormat()
  const { control } = useFormContext<Draft>()
  const now = useWatch({ control }) as Draft
  const { errors } = useFormState({ control })
  const { refusals } = useContext(RemarksContext)
  const changed = changedFields(base, now)
  if (!changed.length && !isNew) return null
  const invalid = new Set([...Object.keys(errors), ...refusals.map((one) => placeOf(one.field).field)]).size
  const names = changed.slice(0, NAMES_SHOWN).map((field) => t(`fields.${field}`))
  return (
    <div
      className={cn(
        'sticky bottom-3 z-10 flex animate-rise flex-wrap items-center gap-x-3 gap-y-2',
        'rounded-lg border floating py-2.5 pr-2.5 pl-4 shadow-float',
      )}
    >
      <div className="min-w-0 flex-1">
        <p className="text-base font-medium" aria-live="polite">
          {isNew ? t('unsavedNew') : t('unsaved', { count: changed.length })}
        </p>
        {invalid > 0 ? (
          <p className="flex items-center gap-1 text-sm text-danger">
            <Icon name="warning-circle" size={14} />
            {t('invalid', { count: invalid })}
          </p>
        ) : (
          !isNew && (
            <p className="truncate text-sm text-muted max-sm:hidden">
              {format.list(changed.length > NAMES_SHOWN ? [...names, '…'] : names)}
            </p>
          )
        )}
      </div>
      <div className="flex gap-2">
        {changed.length > 0 && (
          <Button look="quiet" disabled={saving} onClick={onDiscard}>
            {t('discard')}
          </Button>
        )}
        <Button look="primary" busy={saving} onClick={onSave} aria-keyshortcuts="Control+S Meta+S">
          {t(isNew ? 'create' : 'save')}
        </Button>
      </div>
    </div>
  )
}
