import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { sourceColor } from './kinds'
import type { Measure, Segment } from './scores'

const FIELDS = ['tags', 'name', 'description', 'objective', 'keywords', 'patterns', 'examples'] as const

/** Returns how a field of an agent is called. */
export function useFieldName(): (field: string) => string {
  const t = useTexts('decision')
  return (field) => {
    const known = FIELDS.find((one) => one === field)
    return known ? t(`field.${known}`) : field
  }
}

/** What one weight adds, as its measure writes it. */
export function useWeight(measure: Measure): (weight: number) => string {
  const format = useFormat()
  return (weight) => (measure === 'confidence' ? format.percent(weight) : format.number(weight, 1))
}

/** Every piece of evidence of one bar, in words. */
export function EvidenceList({ segments, measure }: { segments: readonly Segment[]; measure: Measure }) {
  const t = useTexts('decision')
  const field = useFieldName()
  const weight = useWeight(measure)
  return (
    <ul className="flex flex-col gap-1 px-2 pt-1 pb-2.5 text-sm">
      {segments.map((segment, index) => (
        <li key={index} className="flex min-w-0 items-baseline gap-2">
          <span
            aria-hidden
            className="size-2 shrink-0 translate-y-px rounded-[2px]"
            style={{ background: sourceColor(segment.source) }}
          />
          <span className="min-w-0 flex-1 break-words">
            <span className="font-medium">{t('quoted', { word: segment.matched })}</span>{' '}
            <span className="text-muted">{t(`kind.${segment.kind}`)}</span>
            {segment.text !== segment.matched && (
              <span className="line-clamp-2 break-all text-muted" title={segment.text}>
                {t('pieceOf', { text: segment.text, field: field(segment.field) })}
              </span>
            )}
          </span>
          <span className="numbers shrink-0 text-muted">+{weight(segment.weight)}</span>
        </li>
      ))}
    </ul>
  )
}
