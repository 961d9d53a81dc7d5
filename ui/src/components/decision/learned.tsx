import { useMemo } from 'react'

import type { Decision, Schemas } from '@/client/api'
import { Avatar } from '@/components/avatar'
import { Chip } from '@/components/chip'
import { useAgentsById } from '@/lib/agents'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { barLength } from '@/lib/bar'
import { useTexts } from '@/lib/text'

type Learned = Schemas['Learned']

/** What the classifier of examples says of the message, and the examples that it says it by. */
export function LearnedView({ learned }: { learned: NonNullable<Decision['learned']> }) {
  const t = useTexts('decision')
  return (
    <div className="@container flex min-w-0 flex-col gap-4">
      <Says learned={learned} />
      <div
        className={cn(
          'grid gap-x-8 gap-y-4',
          learned.features.length > 0 && '@2xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]',
        )}
      >
        {learned.examples.length > 0 && (
          <section className="flex min-w-0 flex-col gap-1.5">
            <h4 className="text-sm font-medium text-muted">{t('learned.alike')}</h4>
            <ul className="flex flex-col gap-2">
              {learned.examples.map((example, index) => (
                <Alike key={index} example={example} />
              ))}
            </ul>
          </section>
        )}
        {learned.features.length > 0 && <Features learned={learned} />}
      </div>
    </div>
  )
}

function Says({ learned }: { learned: Learned }) {
  const t = useTexts('decision')
  const format = useFormat()
  const agents = useAgentsById()
  const name = (id: string) => agents.get(id)?.name ?? id
  const says = learned.refused
    ? t('learned.refused')
    : !learned.agent
      ? t('learned.none')
      : learned.runnerUp
        ? t('learned.sure', {
            agent: name(learned.agent),
            own: format.percent(learned.confidence),
            next: name(learned.runnerUp),
            theirs: format.percent(learned.runnerUpConfidence),
          })
        : t('learned.alone', { agent: name(learned.agent), own: format.percent(learned.confidence) })
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5">
      <p className="min-w-0 text-base break-words">{says}</p>
      <Chip tone={learned.refused ? 'warning' : 'neutral'}>
        {t('learned.inScope', { share: format.percent(learned.inScope) })}
      </Chip>
    </div>
  )
}

function Alike({ example }: { example: Schemas['ExampleMatch'] }) {
  const t = useTexts('decision')
  const format = useFormat()
  const agent = useAgentsById().get(example.agent)
  const share = format.percent(example.similarity)
  return (
    <li className="flex min-w-0 items-start gap-2.5">
      <Avatar agent={agent} size={22} />
      <span className="flex min-w-0 flex-1 flex-col gap-1">
        <span className="text-base break-words">
          <span className="sr-only">{agent?.name ?? example.agent}: </span>
          {t('quoted', { word: example.text })}
        </span>
        <span className="flex min-w-0 items-center gap-2">
          <span aria-hidden className="h-1.5 min-w-0 flex-1 rounded-full bg-sunken">
            <span
              className="block h-full rounded-full bg-kind-example"
              style={{ width: barLength(example.similarity, 1) }}
            />
          </span>
          <span className="numbers w-24 shrink-0 text-sm text-muted">{t('learned.similarity', { share })}</span>
          {example.source === 'correction' && <Chip tone="info">{t('learned.correction')}</Chip>}
        </span>
      </span>
    </li>
  )
}

/**
 * Words of the message as bars to the right where they speak for the agent, to the left where they speak against it.
 */
function Features({ learned }: { learned: Learned }) {
  const t = useTexts('decision')
  const format = useFormat()
  const agents = useAgentsById()
  const strongest = useMemo(
    () => Math.max(...learned.features.map((one) => Math.abs(one.weight)), Number.MIN_VALUE),
    [learned],
  )
  const agent = learned.agent ? (agents.get(learned.agent)?.name ?? learned.agent) : ''
  return (
    <section className="flex min-w-0 flex-col gap-1.5">
      <h4 className="text-sm font-medium text-muted">{t('learned.features', { agent })}</h4>
      <ul className="flex flex-col gap-1">
        {learned.features.map((feature, index) => {
          const word = t('quoted', { word: feature.text })
          const against = feature.weight < 0
          const width = `${(Math.abs(feature.weight) / strongest) * 50}%`
          return (
            <li
              key={index}
              title={t(against ? 'learned.speaksAgainst' : 'learned.speaksFor', { word, agent })}
              className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-center gap-2 text-sm"
            >
              <span className="truncate">{feature.text}</span>
              <span aria-hidden className="relative h-2">
                <span className="absolute inset-y-0 left-1/2 w-px bg-line-strong" />
                <span
                  className={cn(
                    'absolute inset-y-0 rounded-full',
                    against ? 'right-1/2 bg-danger' : 'left-1/2 bg-kind-example',
                  )}
                  style={{ width }}
                />
              </span>
              <span className="numbers w-10 text-right text-muted">
                {against ? '−' : '+'}
                {format.number(Math.abs(feature.weight), 2)}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
