import { useEffect, useState } from 'react'

import { Icon } from '@/components/icon'
import { useFormat } from '@/lib/format'
import { usePreferences } from '@/lib/preferences'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

import { leftUntil, nextLook, partsOf } from './left'

const SOON = 10 * 60_000

/** Follows how much time is left until `at`, in milliseconds. */
export function useLeft(at: string): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const next = nextLook(at, now)
    const timer = next === null ? undefined : setTimeout(() => setNow(Date.now()), next)
    return () => clearTimeout(timer)
  }, [at, now])
  return leftUntil(at, now)
}

/** How long a call still waits. */
export function Expiry({ at }: { at: string }) {
  const t = useTexts('approval')
  const format = useFormat()
  const language = usePreferences((state) => state.language)
  const left = useLeft(at)
  const time = partsOf(left)
    .map(([value, unit]) =>
      new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(value),
    )
    .join(' ')
  return (
    <time
      dateTime={at}
      title={format.dateTime(at)}
      className={cn(
        'numbers inline-flex items-center gap-1 text-sm whitespace-nowrap',
        left < SOON ? 'text-warning' : 'text-muted',
      )}
    >
      <Icon name="clock-countdown" size={15} />
      {left > 0 ? t('expires', { time }) : t('expired')}
    </time>
  )
}
