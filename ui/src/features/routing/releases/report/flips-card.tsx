import { memo, useId, useState } from 'react'

import { Button } from '@/components/button'
import { Icon } from '@/components/icon'
import { Card } from '@/components/page'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useStageName } from '@/lib/stages'
import { useTexts } from '@/lib/text'

import type { Flip, FlipGroup } from '../types'
import { useNames } from './use-names'
import { Who } from './who'

const SHOWN = 8

/** What goes elsewhere: from whom to whom, how many, and which messages. */
export function FlipsCard({ groups }: { groups: readonly FlipGroup[] }) {
  const t = useTexts('routing-releases')
  const [all, setAll] = useState(false)
  const shown = all ? groups : groups.slice(0, SHOWN)
  return (
    <Card title={t('report.flipTable')}>
      <ul className="divide-y pb-1.5">
        {shown.map((group, index) => (
          <GroupRow key={`${group.before} ${group.after}`} group={group} begins={index === 0} />
        ))}
      </ul>
      {groups.length > SHOWN && (
        <div className="border-t p-2 text-center">
          <Button size="small" look="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? t('report.fewer') : t('report.allGroups', { count: groups.length })}
          </Button>
        </div>
      )}
    </Card>
  )
}

const GroupRow = memo(function GroupRow({ group, begins }: { group: FlipGroup; begins: boolean }) {
  const t = useTexts('routing-releases')
  const format = useFormat()
  const [open, setOpen] = useState(begins)
  const id = useId()
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        className={cn(
          'flex min-h-11 w-full min-w-0 items-center gap-3 px-4 py-2 text-left',
          'transition-colors duration-120 hover:bg-hover focus-visible:-outline-offset-2',
        )}
      >
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1">
          <Who agent={group.before} />
          <Icon name="arrow-right" size={15} className="text-muted" />
          <Who agent={group.after} strong />
        </span>
        <span className="numbers shrink-0 font-semibold">{format.number(group.count)}</span>
        <Icon
          name="caret-right"
          size={14}
          className={cn('text-faint transition-transform duration-120', open && 'rotate-90')}
        />
      </button>
      {open && (
        <div id={id} className="px-4 pb-3">
          <ul aria-label={t('report.samples')} className="flex min-w-0 flex-col gap-2 border-l-2 pl-3">
            {group.samples.map((flip, index) => (
              <Sample key={flip.id ?? index} flip={flip} />
            ))}
          </ul>
          {group.count > group.samples.length && (
            <p className="pt-2 pl-3.5 text-sm text-muted">
              {t('report.flipsMore', { shown: group.samples.length, count: group.count })}
            </p>
          )}
        </div>
      )}
    </li>
  )
})

function Sample({ flip }: { flip: Flip }) {
  const t = useTexts('routing-releases')
  const name = useNames()
  const stage = useStageName()
  const right = flip.expected === flip.after
  return (
    <li className="min-w-0">
      <p className="break-words">{flip.text}</p>
      <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
        <span>
          {stage(flip.beforeStage)} → {stage(flip.afterStage)}
        </span>
        {flip.labelled && (
          <span className={cn('flex items-center gap-1', right ? 'text-success' : 'text-danger')}>
            <Icon name={right ? 'check' : 'warning'} size={14} />
            {right ? t('report.right') : t('report.wrong')} · {t('report.expected', { agent: name(flip.expected) })}
          </span>
        )}
      </p>
    </li>
  )
}
