import type { ReactNode } from 'react'

import type { Decision } from '@/client/api'
import { useAgentsById } from '@/lib/agents'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { ReleaseMark } from './release-mark'
import { decidingMeasure } from './scores'
import { useTotal } from './score-bars'

/** What else the record of a decision holds. */
export function Facts({ decision, compact }: { decision: Decision; compact: boolean }) {
  const t = useTexts('decision')
  const shared = useTexts('shared')
  const format = useFormat()
  const margin = useTotal(decision.stage === 'examples' ? 'confidence' : decidingMeasure(decision))
  const agents = useAgentsById()
  const language = decision.language === 'es' ? 'es' : 'en'
  return (
    <dl className={cn('grid gap-x-6 gap-y-3', compact ? 'grid-cols-2' : 'grid-cols-2 sm:grid-cols-4')}>
      <Fact name={t('fact.stage')}>{shared(`stage.${decision.stage}`)}</Fact>
      <Fact name={t('fact.confidence')}>{format.percent(decision.confidence)}</Fact>
      <Fact name={t('fact.margin')}>{margin(decision.margin)}</Fact>
      <Fact name={t('fact.time')}>{format.micros(decision.microseconds)}</Fact>
      <Fact name={t('fact.models')}>{format.number(decision.modelCalls)}</Fact>
      {decision.asked && <Fact name={t('fact.asked')}>{t('quoted', { word: decision.asked })}</Fact>}
      <Fact name={t('fact.language')}>{t(`languages.${language}`)}</Fact>
      <Fact name={t('fact.mode')}>{shared(`mode.${decision.mode}`)}</Fact>
      {decision.lastAgent && (
        <Fact name={t('fact.last')}>{agents.get(decision.lastAgent)?.name ?? decision.lastAgent}</Fact>
      )}
      {decision.canary && <Fact name={t('fact.trial')}>{t('canary')}</Fact>}
      <Fact name={t('fact.release')}>
        <ReleaseMark decision={decision} />
      </Fact>
      {decision.createdAt && <Fact name={t('fact.when')}>{format.dateTime(decision.createdAt)}</Fact>}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="numbers min-h-7 text-base leading-7 break-words">{children}</dd>
    </div>
  )
}
