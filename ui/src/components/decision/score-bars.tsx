import { memo, useId, useMemo, useState } from 'react'

import type { Decision } from '@/client/api'
import { Avatar } from '@/components/avatar'
import { Button } from '@/components/button'
import { Icon } from '@/components/icon'
import { Choice } from '@/components/tabs'
import { Tooltip } from '@/components/tooltip'
import { useAgentsById } from '@/lib/agents'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { EvidenceList, useFieldName } from './evidence-list'
import { sourceColor, SOURCES } from './kinds'
import { emphasis, usePointing } from './pointing'
import { barsOf, measuresOf, type Bar, type Measure, type Segment } from './scores'

const SHOWN = 8
/** With so many bars there is room for the evidence of one. */
const FEW = 3

/** How a total of a measure is written. */
export function useTotal(measure: Measure): (total: number) => string {
  const format = useFormat()
  return (total) => (measure === 'confidence' ? format.percent(total) : format.number(total, 1))
}

interface ScoreBarsProps {
  decision: Decision
  measure: Measure
  onMeasure: (measure: Measure) => void
  compact: boolean
  /** Offers to ask why another agent did not get it. */
  onWhyNot?: (agent: string) => void
  /** Begins with the evidence of the chosen one in sight, where there are few. */
  opened?: boolean
}

/** A bar for each candidate, the chosen one first, in pieces by what spoke for it. */
export function ScoreBars({ decision, measure, onMeasure, compact, onWhyNot, opened }: ScoreBarsProps) {
  const t = useTexts('decision')
  const measures = useMemo(() => measuresOf(decision), [decision])
  const bars = useMemo(() => barsOf(decision, measure), [decision, measure])
  const [all, setAll] = useState(false)
  const shown = all ? bars : bars.slice(0, SHOWN)
  const uncounted = decision.candidateCount - decision.candidates.length
  const sources = SOURCES.filter((source) =>
    bars.some((bar) => bar.segments.some((segment) => segment.source === source)),
  )
  return (
    <div className="flex min-w-0 flex-col gap-2.5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <ul className="flex flex-wrap gap-x-3 gap-y-1 text-sm text-muted">
          {sources.map((source) => (
            <li key={source} className="flex items-center gap-1.5">
              <span aria-hidden className="size-2.5 rounded-[3px]" style={{ background: sourceColor(source) }} />
              {t(`sources.${source}`)}
            </li>
          ))}
        </ul>
        {measures.length > 1 && (
          <Choice
            size="small"
            label={t('measure')}
            value={measure}
            onChange={onMeasure}
            options={measures.map((one) => ({ value: one, label: t(`measures.${one}`) }))}
          />
        )}
      </div>
      <ul className="flex flex-col gap-0.5">
        {shown.map((bar) => (
          <BarRow
            key={bar.agent}
            bar={bar}
            measure={measure}
            compact={compact}
            onWhyNot={onWhyNot}
            begins={Boolean(opened) && bar.chosen && bars.length <= FEW}
          />
        ))}
      </ul>
      {(bars.length > SHOWN || uncounted > 0) && (
        <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
          {bars.length > SHOWN && (
            <Button size="small" look="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? t('showLess') : t('showAll', { count: bars.length })}
            </Button>
          )}
          {uncounted > 0 && <span>{t('uncounted', { count: uncounted })}</span>}
        </div>
      )}
    </div>
  )
}

const BarRow = memo(function BarRow({
  bar,
  measure,
  compact,
  onWhyNot,
  begins,
}: {
  bar: Bar
  measure: Measure
  compact: boolean
  onWhyNot: ScoreBarsProps['onWhyNot']
  begins: boolean
}) {
  const t = useTexts('decision')
  const agent = useAgentsById().get(bar.agent)
  const total = useTotal(measure)(bar.total)
  const [open, setOpen] = useState(begins)
  const { point } = usePointing()
  const id = useId()
  const name = agent?.name ?? bar.agent
  return (
    <li className={cn('min-w-0 rounded-md', open && 'bg-hover/50')}>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        onPointerEnter={() => point({ agent: bar.agent, matched: [] })}
        onPointerLeave={() => point()}
        onFocus={() => point({ agent: bar.agent, matched: [] })}
        onBlur={() => point()}
        className={cn(
          'grid w-full items-center gap-x-3 gap-y-1 rounded-md px-1.5 py-1.5 text-left',
          'transition-colors duration-120 hover:bg-hover',
          compact
            ? 'grid-cols-[minmax(0,1fr)_auto]'
            : 'grid-cols-[minmax(0,1fr)_auto] sm:grid-cols-[minmax(0,152px)_minmax(0,1fr)_4.5rem]',
        )}
      >
        <span className="flex min-w-0 items-center gap-2">
          <Avatar agent={agent} size={24} />
          <span className={cn('min-w-0 truncate text-base', bar.chosen ? 'font-semibold' : 'text-muted')}>{name}</span>
          {bar.chosen && <Icon name="check-circle" size={16} className="text-accent" label={t('chosen')} />}
        </span>
        <span
          aria-hidden
          className={cn(
            'flex h-3 min-w-0',
            compact ? 'col-span-2 row-start-2' : 'max-sm:col-span-2 max-sm:row-start-2',
          )}
        >
          {bar.segments.map((segment, index) => (
            <Piece key={index} agent={bar.agent} segment={segment} faded={!bar.chosen} />
          ))}
        </span>
        <span className="flex items-center gap-1.5 justify-self-end">
          <span className={cn('numbers text-base', bar.chosen ? 'font-semibold' : 'text-muted')}>{total}</span>
          <Icon
            name="caret-down"
            size={13}
            className={cn('text-faint transition-transform duration-160', open && 'rotate-180')}
          />
        </span>
      </button>
      {open && (
        <div id={id}>
          <EvidenceList segments={bar.segments} measure={measure} />
          {onWhyNot && !bar.chosen && (
            <Button size="small" look="quiet" icon="question" className="mb-2 ml-1" onClick={() => onWhyNot(bar.agent)}>
              {t('whyNot', { agent: name })}
            </Button>
          )}
        </div>
      )}
    </li>
  )
})

function Piece({ agent, segment, faded }: { agent: string; segment: Segment; faded: boolean }) {
  const t = useTexts('decision')
  const format = useFormat()
  const field = useFieldName()
  const { pointed, point } = usePointing()
  const look = emphasis(pointed, [segment.matched])
  return (
    <Tooltip
      text={
        <>
          <span className="block font-medium">
            {t('piece', {
              kind: t(`kind.${segment.kind}`),
              matched: t('quoted', { word: segment.matched }),
              weight: format.number(segment.weight, 2),
            })}
          </span>
          <span className="line-clamp-3 break-all opacity-80">
            {t('pieceOf', { text: segment.text, field: field(segment.field) })}
          </span>
        </>
      }
    >
      <span
        onPointerEnter={() => point({ agent, matched: [segment.matched] })}
        onPointerLeave={() => point({ agent, matched: [] })}
        className={cn(
          'h-full border-r border-surface rounded-[3px] transition-opacity duration-120',
          'first:rounded-l-full last:rounded-r-full',
        )}
        style={{
          width: `${segment.share * 100}%`,
          background: sourceColor(segment.source),
          opacity: look === 'weak' ? 0.2 : look === 'strong' ? 1 : faded ? 0.6 : 1,
        }}
      />
    </Tooltip>
  )
}
