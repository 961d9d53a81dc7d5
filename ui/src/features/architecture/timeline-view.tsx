import { useState } from 'react'

import { Icon } from '@/components/icon'
import { useAgentsById } from '@/lib/agents'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import { depthOf } from '@/live/place'

import { ScrollBox } from './scroll-box'
import { STEP_LOOKS } from './step-look'
import { ticksOf, type Bar } from './timeline'

/** Steps on a time axis; each opens to what went in and came out. */
export function Timeline({ bars, span }: { bars: readonly Bar[]; span: { from: number; to: number } }) {
  const t = useTexts('architecture')
  const format = useFormat()
  const [open, setOpen] = useState<string | null>(null)
  const length = span.to - span.from
  return (
    <div>
      <div
        role="img"
        aria-label={`${t('run.axis')}: ${format.duration(length)}`}
        className="relative mr-14 ml-36 h-5 text-xs text-muted"
      >
        {ticksOf(length).map((tick, index) => {
          const at = (tick / length) * 100
          return at > 94 ? null : (
            <span
              key={tick}
              className={cn('absolute bottom-0.5 numbers whitespace-nowrap', index > 0 && '-translate-x-1/2')}
              style={{ left: `${at}%` }}
            >
              {tick === 0 ? '0' : format.duration(tick)}
            </span>
          )
        })}
      </div>
      <ol>
        {bars.map((bar) => (
          <TimelineRow
            key={bar.key}
            bar={bar}
            span={span}
            open={open === bar.key}
            onToggle={() => setOpen((now) => (now === bar.key ? null : bar.key))}
          />
        ))}
      </ol>
    </div>
  )
}

/** Pixels by which what a helper does stands further in, and how often at most. */
const INDENT = 12
const DEEPEST = 3

interface RowProps {
  bar: Bar
  span: { from: number; to: number }
  open: boolean
  onToggle: () => void
}

function TimelineRow({ bar, span, open, onToggle }: RowProps) {
  const t = useTexts('architecture')
  const format = useFormat()
  const agents = useAgentsById()
  const look = STEP_LOOKS[bar.kind]
  const length = span.to - span.from
  const end = bar.end ?? span.to
  const left = ((bar.start - span.from) / length) * 100
  const width = ((end - bar.start) / length) * 100
  const helper = bar.kind === 'helper' ? bar.helper : null
  const who = helper ?? bar.agent
  const name = (helper ? '' : bar.name) || (who ? (agents.get(who)?.name ?? who) : '')
  const depth = Math.min(depthOf(bar.place), DEEPEST)
  return (
    <li className="rounded-md hover:bg-hover">
      <button
        type="button"
        aria-expanded={open}
        onClick={onToggle}
        className="flex h-8 w-full items-center gap-2 rounded-md px-1 text-left"
      >
        <span className="flex w-33 shrink-0 items-center gap-1.5" style={{ paddingLeft: depth * INDENT }}>
          <Icon
            name={bar.status === 'failed' ? 'x-circle' : look.icon}
            size={15}
            className={bar.status === 'failed' ? 'text-danger' : look.ink}
          />
          <span className="min-w-0 truncate text-sm" title={`${t(`step.${bar.kind}`)} ${name}`}>
            {bar.kind === 'tool' ? (
              <span className="font-mono text-xs">{name}</span>
            ) : helper ? (
              name
            ) : (
              t(`step.${bar.kind}`)
            )}
          </span>
        </span>
        <span className="relative h-2 min-w-0 flex-1 rounded-full bg-sunken">
          <span
            className={cn(
              'absolute inset-y-0 min-w-1 rounded-full',
              bar.status === 'failed' ? 'bg-danger' : look.bar,
              bar.end === null && 'animate-pulse-soft',
            )}
            style={{
              left: `${Math.min(Math.max(left, 0), 98)}%`,
              width: `${Math.min(Math.max(width, 0), 100 - left)}%`,
            }}
          />
        </span>
        <span className="numbers w-13 shrink-0 text-right text-xs text-muted">
          {bar.end === null ? '…' : format.duration(end - bar.start)}
        </span>
      </button>
      {open && <Details bar={bar} />}
    </li>
  )
}

function Details({ bar }: { bar: Bar }) {
  const t = useTexts('architecture')
  const nothing = !bar.error && !bar.input && !bar.output
  return (
    <div className="flex flex-col gap-2 px-1 pb-2.5">
      {bar.name && bar.kind !== 'tool' && <p className="font-mono text-xs break-all text-muted">{bar.name}</p>}
      {bar.error && <Value name={t('run.error')} text={bar.error} danger />}
      {bar.input && <Value name={t('run.input')} text={JSON.stringify(bar.input, null, 2)} />}
      {bar.output && <Value name={t('run.output')} text={JSON.stringify(bar.output, null, 2)} />}
      {nothing && (
        <p className="text-sm text-muted">{t(bar.end === null ? 'run.stillRunning' : 'run.nothingToShow')}</p>
      )}
    </div>
  )
}

function Value({ name, text, danger }: { name: string; text: string; danger?: boolean }) {
  return (
    <div>
      <div className="mb-0.5 text-xs text-muted">{name}</div>
      <ScrollBox label={name} className="max-h-64 overflow-auto rounded-md bg-sunken px-2.5 py-2">
        <pre className={cn('font-mono text-xs break-words whitespace-pre-wrap', danger && 'text-danger')}>{text}</pre>
      </ScrollBox>
    </div>
  )
}
