import { useId } from 'react'

import { Button } from '@/components/button'
import { Icon } from '@/components/icon'
import { Popover } from '@/components/popover'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

import { FAMILIES, kindsOf, LOOKS, type Family } from './families'
import { useKindName } from './use-words'

interface KindFilterProps {
  /** The kinds that are shown; none for all. */
  value: readonly string[]
  onChange: (kinds: readonly string[]) => void
}

/** Chooses the kinds to show, whole families at a time or one by one. */
export function KindFilter({ value, onChange }: KindFilterProps) {
  const t = useTexts('debug')
  const label = value.length ? t('kindCount', { count: value.length }) : t('everyKind')
  return (
    <Popover
      className="w-[min(420px,calc(100vw-24px))] p-3"
      trigger={
        <Button
          icon="funnel"
          aria-label={`${t('kinds')}: ${label}`}
          className={cn(value.length > 0 && 'border-accent text-accent')}
        >
          {label}
        </Button>
      }
    >
      <div className="mb-2 flex h-7 items-center">
        <h2 className="flex-1 text-base font-semibold">{t('kinds')}</h2>
        {value.length > 0 && (
          <Button size="small" look="quiet" onClick={() => onChange([])}>
            {t('everyKind')}
          </Button>
        )}
      </div>
      <div role="group" aria-label={t('kinds')} className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        {FAMILIES.map((family) => (
          <FamilyChoice key={family} family={family} value={value} onChange={onChange} />
        ))}
      </div>
    </Popover>
  )
}

function FamilyChoice({ family, value, onChange }: KindFilterProps & { family: Family }) {
  const t = useTexts('debug')
  const kindName = useKindName()
  const id = useId()
  const kinds = kindsOf(family)
  const chosen = kinds.filter((kind) => value.includes(kind))
  const set = (some: readonly string[], on: boolean) =>
    onChange(on ? [...new Set([...value, ...some])] : value.filter((kind) => !some.includes(kind)))
  const box = 'size-4 shrink-0 accent-accent'
  return (
    <div role="group" aria-labelledby={id} className="min-w-0">
      <label className={cn('flex min-h-7 items-center gap-2 text-sm font-semibold', LOOKS[family].ink)}>
        <input
          type="checkbox"
          className={box}
          checked={chosen.length === kinds.length}
          ref={(input) => {
            if (input) input.indeterminate = chosen.length > 0 && chosen.length < kinds.length
          }}
          onChange={(event) => set(kinds, event.target.checked)}
        />
        <Icon name={LOOKS[family].icon} size={15} />
        <span id={id}>{t(`families.${family}`)}</span>
      </label>
      {kinds.length > 1 &&
        kinds.map((kind) => (
          <label key={kind} className="flex min-h-7 items-center gap-2 pl-6 text-sm">
            <input
              type="checkbox"
              className={box}
              checked={value.includes(kind)}
              onChange={(event) => set([kind], event.target.checked)}
            />
            <span className="truncate">{kindName(kind)}</span>
          </label>
        ))}
    </div>
  )
}
