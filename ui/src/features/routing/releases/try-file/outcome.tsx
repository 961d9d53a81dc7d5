import { useEffect, useRef } from 'react'

import { Icon } from '@/components/icon'
import { useFormat } from '@/lib/format'
import { barLength } from '@/lib/bar'
import { useStageName } from '@/lib/stages'
import { useTexts } from '@/lib/text'

import { Figure } from '../report/figures'
import type { FileReplay } from '../types'
import { Results } from './results'

/** What became of the messages of a file: figures, the steps that settled them, and those that went elsewhere. */
export function Outcome({ replay: { summary, results } }: { replay: FileReplay }) {
  const t = useTexts('routing-releases')
  const format = useFormat()
  const { accuracy, labelled, correct } = summary
  const wrong = results.filter((one) => one.correct === false)
  const place = useRef<HTMLDivElement>(null)
  // The button that was pressed is gone, and the keys scroll what has the focus.
  useEffect(() => place.current?.focus({ preventScroll: true }), [])
  return (
    <div
      ref={place}
      role="region"
      aria-label={t('trying.outcome')}
      tabIndex={0}
      className="flex min-w-0 flex-col gap-5 focus-visible:outline-offset-4"
    >
      <div role="status">
        <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border bg-line sm:grid-cols-4">
          <Figure name={t('trying.messages')} value={format.number(summary.messages)}>
            {t('trying.took', { time: format.duration(summary.seconds * 1000) })}
          </Figure>
          <Figure
            name={t('trying.right')}
            value={accuracy === null ? '–' : format.percent(accuracy)}
            tone={accuracy === null ? '' : wrong.length ? 'text-warning' : 'text-success'}
          >
            {labelled
              ? t('trying.rightOf', { correct: format.number(correct), count: labelled })
              : t('trying.rightNone')}
          </Figure>
          <Figure name={t('trying.refused')} value={format.percent(summary.refusedShare)}>
            {t('trying.refusedOf', { count: summary.refused })}
          </Figure>
          <Figure name={t('report.speed')} value={format.micros(summary.p50Microseconds)}>
            {t('report.speedAbout', { time: format.micros(summary.p99Microseconds) })}
          </Figure>
        </dl>
      </div>
      <Stages stages={summary.stages} messages={summary.messages} />
      {wrong.length > 0 ? (
        <Results title={t('trying.wrong', { count: wrong.length })} results={wrong} />
      ) : labelled > 0 ? (
        <p className="flex items-start gap-2">
          <Icon name="check-circle" size={18} className="mt-px text-success" />
          {t('trying.allRight')}
        </p>
      ) : (
        <Results title={t('trying.goes')} results={results} />
      )}
    </div>
  )
}

/** Which step of routing settled how much. */
function Stages({ stages, messages }: { stages: FileReplay['summary']['stages']; messages: number }) {
  const t = useTexts('routing-releases')
  const format = useFormat()
  const name = useStageName()
  return (
    <section className="flex min-w-0 flex-col gap-2">
      <h3 className="text-base font-semibold">{t('report.stages')}</h3>
      <ul className="grid min-w-0 gap-x-6 gap-y-2.5 sm:grid-cols-2">
        {stages
          .map((pair) => [String(pair[0]), Number(pair[1]) / messages] as const)
          .map(([stage, share]) => (
            <li key={stage} className="flex min-w-0 flex-col gap-1">
              <span className="flex items-baseline gap-2">
                <span className="min-w-0 flex-1 truncate">{name(stage)}</span>
                <span className="numbers text-sm font-medium">{format.percent(share)}</span>
              </span>
              <span aria-hidden className="block h-1.5 rounded-full bg-sunken">
                <span
                  className={`block h-full rounded-full ${stage === 'model' ? 'bg-warning' : 'bg-accent'}`}
                  style={{ width: barLength(share, 1) }}
                />
              </span>
            </li>
          ))}
      </ul>
    </section>
  )
}
