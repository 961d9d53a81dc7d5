import { useId, useState } from 'react'

import type { Decision, Schemas } from '@/client/api'
import { Icon } from '@/components/icon'
import { cn } from '@/lib/cn'
import { capital, useStageName } from '@/lib/stages'
import { useTexts } from '@/lib/text'
import { useWhy } from '@/lib/why'

import { agentsOf, useNamed } from './named'

type Report = Schemas['StageReport']

/** The stages one under another as questions, the deciding one filled; each opens to what it saw. */
export function StageSteps({ decision }: { decision: Decision }) {
  const t = useTexts('decision')
  const named = useNamed()
  const why = useWhy()
  const about = agentsOf(decision)
  const deciding = decision.stages.findLastIndex((report) => report.outcome === 'decided')
  return (
    <ol aria-label={t('stagesTried')} className="flex min-w-0 flex-col">
      {decision.stages.map((report, index) => (
        <Step
          key={index}
          report={report}
          reason={named(why(report.why, report.reason), about)}
          decided={index === deciding}
          last={index + 1 === decision.stages.length}
        />
      ))}
    </ol>
  )
}

function Step({ report, reason, decided, last }: { report: Report; reason: string; decided: boolean; last: boolean }) {
  const t = useTexts('decision')
  const stageName = useStageName()
  const [open, setOpen] = useState(decided)
  const id = useId()
  return (
    <li className="relative flex min-w-0 gap-2.5 pb-1">
      {!last && <span aria-hidden className="absolute top-7 bottom-0 left-[10.5px] w-px bg-line-strong" />}
      <span
        aria-hidden
        className={cn(
          'mt-1.5 grid size-5.5 shrink-0 place-items-center rounded-full border',
          decided ? 'border-transparent bg-accent text-on-accent' : 'bg-surface text-faint',
          !decided && (report.outcome === 'skipped' ? 'border-dashed border-line-strong' : 'border-line-strong'),
        )}
      >
        <Icon name={decided ? 'check' : report.outcome === 'skipped' ? 'minus' : 'arrow-down'} size={12} />
      </span>
      <span className="min-w-0 flex-1">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
          className={cn(
            '-mx-1.5 flex w-[calc(100%+12px)] min-w-0 items-center gap-2 rounded-md px-1.5',
            'py-1.5 text-left transition-colors duration-120 hover:bg-hover',
          )}
        >
          <span className={cn('min-w-0 flex-1', decided ? 'font-semibold' : 'text-muted')}>
            {capital(stageName(report.stage))}
          </span>
          <span className={cn('shrink-0 text-sm', decided ? 'font-medium text-accent' : 'text-muted')}>
            {t(`outcome.${report.outcome}`)}
          </span>
          <Icon
            name="caret-down"
            size={12}
            className={cn('text-faint transition-transform duration-160', open && 'rotate-180')}
          />
        </button>
        {open && (
          <span id={id} className="block animate-fade pb-2 text-sm">
            <span className="block">{t(`question.${report.stage}`)}</span>
            <span
              lang={report.why ? undefined : 'en'}
              title={t('serverSays')}
              className="mt-0.5 block break-words text-muted"
            >
              {reason}
            </span>
          </span>
        )}
      </span>
    </li>
  )
}
