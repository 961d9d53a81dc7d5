import { useId, useState } from 'react'

import type { Decision } from '@/client/api'
import { Icon } from '@/components/icon'
import { Tooltip } from '@/components/tooltip'
import { cn } from '@/lib/cn'
import { capital, useStageName } from '@/lib/stages'
import { useTexts } from '@/lib/text'
import { useWhy } from '@/lib/why'

import { agentsOf, useNamed } from './named'

/** The stages in their order, the deciding one filled; each tells what it saw when it is pointed at or pressed. */
export function StagePath({ decision }: { decision: Decision }) {
  const t = useTexts('decision')
  const stageName = useStageName()
  const named = useNamed()
  const why = useWhy()
  const id = useId()
  const deciding = Math.max(
    0,
    decision.stages.findLastIndex((report) => report.outcome === 'decided'),
  )
  const [chosen, setChosen] = useState<number | null>(null)
  const shown = decision.stages[chosen ?? deciding]
  if (!shown) return null
  return (
    <div className="flex min-w-0 flex-col gap-2.5">
      <ol aria-label={t('stagesTried')} className="flex flex-wrap items-center gap-y-1.5">
        {decision.stages.map((report, index) => (
          <li key={index} className="flex items-center">
            <Tooltip text={`${t(`question.${report.stage}`)} ${t(`outcome.${report.outcome}`)}.`}>
              <button
                type="button"
                aria-pressed={(chosen ?? deciding) === index}
                aria-describedby={(chosen ?? deciding) === index ? id : undefined}
                onClick={() => setChosen(index)}
                className={cn(
                  'flex h-6.5 items-center gap-1 rounded-full border px-2.5 text-sm whitespace-nowrap',
                  'transition-colors duration-120',
                  index === deciding
                    ? 'border-transparent bg-accent font-medium text-on-accent hover:bg-accent-hover'
                    : report.outcome === 'skipped'
                      ? 'border-dashed border-line-strong text-muted hover:bg-hover'
                      : 'border-line-strong text-muted hover:bg-hover hover:text-ink',
                  chosen === index && index !== deciding && 'bg-pressed text-ink',
                )}
              >
                {index === deciding && <Icon name="check" size={13} />}
                {capital(stageName(report.stage))}
              </button>
            </Tooltip>
            {index + 1 < decision.stages.length && <span aria-hidden className="h-px w-2.5 bg-line-strong" />}
          </li>
        ))}
      </ol>
      <div id={id} aria-live="polite" className="rounded-md bg-sunken px-3 py-2 text-sm">
        <p>
          <span className="font-medium">{t(`question.${shown.stage}`)}</span>{' '}
          <span className="text-muted">{t(`outcome.${shown.outcome}`)}.</span>
        </p>
        <p lang={shown.why ? undefined : 'en'} title={t('serverSays')} className="mt-0.5 break-words text-muted">
          {named(why(shown.why, shown.reason), agentsOf(decision))}
        </p>
      </div>
    </div>
  )
}
