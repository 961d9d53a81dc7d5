import { useState, type ReactNode } from 'react'

import type { Decision } from '@/client/api'
import { Avatar } from '@/components/avatar'
import { Chip } from '@/components/chip'
import { DecisionSentence } from '@/components/decision'
import { Candidates } from '@/components/decision/candidates'
import { Facts } from '@/components/decision/facts'
import { LearnedView } from '@/components/decision/learned'
import { LeftOut } from '@/components/decision/left-out'
import { MarkedDecision } from '@/components/decision/marked-decision'
import { Part } from '@/components/decision/part'
import { PointingContext, useNewPointing } from '@/components/decision/pointing'
import { RequestParts } from '@/components/decision/request-parts'
import { decidingMeasure, type Measure } from '@/components/decision/scores'
import { Shadows } from '@/components/decision/shadows'
import { StageSteps } from '@/components/decision/stage-steps'
import { Disclosure } from '@/components/disclosure'
import { Icon } from '@/components/icon'
import { SUPERVISOR, useAgentsById } from '@/lib/agents'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

interface PictureProps {
  decision: Decision
  /** Says which decision it is, before its other marks. */
  head: ReactNode
  /** Stands at the end of the picture. */
  foot?: ReactNode
  onWhyNot: (agent: string) => void
}

/** A decision as one picture: the sentence, the message with its words, who came into question, and how it went. */
export function Picture({ decision, head, foot, onWhyNot }: PictureProps) {
  const t = useTexts('routing-explorer')
  const words = useTexts('decision')
  const agents = useAgentsById()
  const [wanted, setWanted] = useState<Measure | null>(null)
  const measure = wanted ?? decidingMeasure(decision)
  const pointing = useNewPointing()
  const split = Boolean(decision.parts?.length)
  const learned = decision.learned && (
    <Part title={words('learned.title')}>
      <LearnedView learned={decision.learned} />
    </Part>
  )
  const byExamples = decision.stage === 'examples'
  const beside = !split || Boolean(decision.learned) || Boolean(decision.shadows?.length)
  return (
    <section aria-label={t('decision')} className="flex min-w-0 flex-col rounded-lg border bg-surface">
      <div className="flex flex-col gap-4 p-4 sm:p-5">
        <div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3.5 gap-y-2.5">
          <Avatar
            agent={agents.get(split ? SUPERVISOR : (decision.agent ?? SUPERVISOR))}
            size={48}
            className="sm:row-span-2"
          />
          <h2
            aria-live="polite"
            className="self-center text-md font-medium tracking-tight break-words text-pretty sm:text-lg"
          >
            <DecisionSentence decision={decision} />
          </h2>
          <Marks decision={decision} head={head} />
        </div>
        <PointingContext value={pointing}>
          {split ? (
            <RequestParts decision={decision} compact={false} />
          ) : (
            <MarkedDecision decision={decision} measure={measure} />
          )}
          <div className={cn('grid gap-x-8 gap-y-6 pt-1', beside && 'lg:grid-cols-[minmax(0,1fr)_264px]')}>
            <div className="flex min-w-0 flex-col gap-6 empty:hidden">
              {byExamples && learned}
              {!split && (
                <Candidates
                  decision={decision}
                  measure={measure}
                  onMeasure={setWanted}
                  compact={false}
                  onWhyNot={onWhyNot}
                  opened
                />
              )}
              {!byExamples && learned}
              {decision.shadows?.length ? (
                <Part title={words('shadows.title')}>
                  <Shadows shadows={decision.shadows} />
                </Part>
              ) : null}
            </div>
            <Part title={words('path')}>
              <StageSteps key={decision.id ?? decision.messageHash} decision={decision} />
            </Part>
          </div>
        </PointingContext>
        <More decision={decision} />
      </div>
      {foot}
    </section>
  )
}

/** What one wants to know at a glance besides. */
function Marks({ decision, head }: { decision: Decision; head: ReactNode }) {
  const t = useTexts('routing-explorer')
  const shared = useTexts('shared')
  const format = useFormat()
  const time = format.micros(decision.microseconds)
  return (
    <div className="flex flex-wrap gap-1.5 max-sm:col-span-2">
      {head}
      <Chip icon="path">
        <span className="inline-block first-letter:uppercase">{shared(`stage.${decision.stage}`)}</span>
      </Chip>
      {decision.agent && <Chip icon="target">{t('certainty', { share: format.percent(decision.confidence) })}</Chip>}
      <Chip icon="timer">
        {decision.modelCalls ? t('tookModel', { time, count: decision.modelCalls }) : t('took', { time })}
      </Chip>
      {decision.canary && (
        <Chip tone="warning" icon="flag">
          {t('canary')}
        </Chip>
      )}
    </div>
  )
}

function More({ decision }: { decision: Decision }) {
  const t = useTexts('routing-explorer')
  const words = useTexts('decision')
  return (
    <Disclosure mark={<Icon name="list" size={14} />} label={t('more')}>
      {() => (
        <div className="flex flex-col gap-5 pt-1">
          {decision.excluded.length > 0 && (
            <Part title={words('excluded')}>
              <LeftOut excluded={decision.excluded} compact={false} />
            </Part>
          )}
          <Part title={words('facts')}>
            <Facts decision={decision} compact={false} />
          </Part>
        </div>
      )}
    </Disclosure>
  )
}
