import { Icon } from '@/components/icon'
import { Ago } from '@/components/time'
import { timezone as own } from '@/lib/day'
import { usePreferences } from '@/lib/preferences'
import { useWhy, type Why } from '@/lib/why'

interface TimeListProps {
  label: string
  times: readonly { at: string; note: string | null; why?: Why | null }[]
  timezone: string
}

/** Times to come, on the clock of their zone, and how long it is until then. */
export function TimeList({ label, times, timezone }: TimeListProps) {
  const say = useWhy()
  const language = usePreferences((state) => state.language)
  const write = new Intl.DateTimeFormat(language, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: timezone,
    ...(timezone === own ? {} : { timeZoneName: 'short' }),
  })
  return (
    <ol aria-label={label} className="flex flex-col rounded-md border">
      {times.map(({ at, note, why }) => (
        <li
          key={at}
          className="flex flex-wrap items-baseline justify-between gap-x-4 border-b px-3 py-1.5 last:border-b-0"
        >
          <time dateTime={at} className="numbers text-base">
            {write.format(new Date(at))}
          </time>
          <Ago at={at} className="text-sm text-muted" />
          {note !== null && (
            <span className="flex basis-full items-start gap-1.5 text-sm text-warning">
              <Icon name="clock-countdown" size={15} className="mt-px" />
              {say(why, note)}
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}
