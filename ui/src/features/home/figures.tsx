import { useEffect, useState } from 'react'

import type { Schemas } from '@/client/api'
import { Icon } from '@/components/icon'
import type { InterfaceIcon } from '@/components/icon-names'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { usePreferences } from '@/lib/preferences'
import { useTexts } from '@/lib/text'

const COUNT_MS = 600

/** The figures that have run up since the page was loaded: coming back to the page shows them as they are. */
const counted = new Set<string>()

/** Returns a number that runs up to `value` when it is first seen, and is `value` from then on. */
function useCountedUp(name: string, value: number | null): number | null {
  const [share, setShare] = useState(() =>
    counted.has(name) || document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches ? 1 : 0,
  )
  const there = value !== null
  useEffect(() => {
    if (!there || counted.has(name)) return
    let frame = 0
    const start = performance.now()
    const step = (now: number) => {
      const time = Math.min(1, Math.max(0, now - start) / COUNT_MS)
      setShare(1 - (1 - time) ** 3)
      if (time < 1) frame = requestAnimationFrame(step)
      else counted.add(name)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [name, there])
  return value === null ? null : value * share
}

interface FigureProps {
  icon: InterfaceIcon
  name: string
  /** Nothing where there is none yet. */
  value: number | null
  write: (value: number) => string
  note: string
}

function Figure({ icon, name, value, write, note }: FigureProps) {
  const shown = useCountedUp(name, value)
  return (
    <div
      className={cn(
        'flex min-w-0 flex-col gap-1 rounded-lg border bg-surface px-4 py-3.5',
        'last:col-span-2 sm:col-span-2 sm:nth-[n+4]:col-span-3 lg:col-span-1',
        'lg:nth-[n+4]:col-span-1 lg:last:col-span-1',
      )}
    >
      <dt className="flex min-w-0 items-start gap-1.5 text-sm text-muted">
        <Icon name={icon} size={15} className="mt-px text-faint" />
        <span className="min-w-0 break-words">{name}</span>
      </dt>
      <dd className="flex min-w-0 flex-col">
        <span className="numbers text-xl font-semibold tracking-tight">
          {shown === null ? (
            '–'
          ) : (
            <>
              <span aria-hidden>{write(shown)}</span>
              <span className="sr-only">{write(value!)}</span>
            </>
          )}
        </span>
        <span className="numbers text-sm break-words text-muted">{note}</span>
      </dd>
    </div>
  )
}

const MINUTE_MS = 60_000

/** Writes a duration so short that it fits beside others: longer ones in minutes with one digit. */
function useShortDuration(): (milliseconds: number) => string {
  const format = useFormat()
  const language = usePreferences((state) => state.language)
  const minutes = new Intl.NumberFormat(language, { style: 'unit', unit: 'minute', maximumFractionDigits: 1 })
  return (milliseconds) =>
    milliseconds < MINUTE_MS ? format.duration(milliseconds) : minutes.format(milliseconds / MINUTE_MS)
}

/** What the company of agents did today, in five figures. */
export function Figures({ agents, today }: { agents: Schemas['AgentCount']; today: Schemas['DayMetrics'] }) {
  const t = useTexts('home')
  const format = useFormat()
  const finished = today.completed + today.failed
  const whole = (value: number) => format.number(Math.round(value))
  const time = useShortDuration()
  return (
    <dl aria-label={t('figures.label')} className="grid grid-cols-2 gap-3 sm:grid-cols-6 lg:grid-cols-5">
      <Figure
        icon="robot"
        name={t('figures.agents')}
        value={agents.active}
        write={whole}
        note={
          agents.active === agents.total
            ? t('figures.allAgents')
            : t('figures.agentsOf', { total: whole(agents.total) })
        }
      />
      <Figure
        icon="play"
        name={t('figures.runs')}
        value={today.executions}
        write={whole}
        note={today.executions ? t('figures.runsFailed', { count: today.failed }) : t('figures.noRuns')}
      />
      <Figure
        icon="check-circle"
        name={t('figures.success')}
        value={today.successRate}
        write={format.percent}
        note={
          finished
            ? t('figures.successOf', { answered: whole(today.completed - today.unanswered), total: whole(finished) })
            : t('figures.nothingYet')
        }
      />
      <Figure
        icon="timer"
        name={t('figures.mean')}
        value={today.meanMs}
        write={time}
        note={today.p95Ms === null ? t('figures.nothingYet') : t('figures.p95', { time: time(today.p95Ms) })}
      />
      <Figure
        icon="path"
        name={t('figures.asked')}
        value={today.routed ? today.modelRouted / today.routed : null}
        write={format.percent}
        note={
          !today.routed
            ? t('figures.noRoutings')
            : today.modelRouted
              ? t('figures.askedOf', { asked: whole(today.modelRouted), routed: whole(today.routed) })
              : t('figures.byRules')
        }
      />
    </dl>
  )
}
