import { useState } from 'react'

import { Tooltip } from '@/components/tooltip'
import { cn } from '@/lib/cn'
import { useFormat, type Format } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { BUDGETS, spentOf, type Budget, type Use } from './budget-model'
import { LimitsDialog } from './limits-dialog'
import type { Swarm } from './types'

const NEAR = 0.8

/** A budget's number as a person reads it. */
export function amount(format: Format, budget: Budget, value: number): string {
  return budget === 'seconds' ? format.duration(value * 1000) : format.compact(value)
}

/** How much of its limits a swarm has used; each leads to changing them. */
export function BudgetBars({ swarm, className }: { swarm: Swarm; className?: string }) {
  const t = useTexts('swarm')
  const [open, setOpen] = useState<Budget | null>(null)
  return (
    <div role="group" aria-label={t('budget.label')} className={cn('flex items-stretch gap-1', className)}>
      {BUDGETS.map((budget) => (
        <BudgetBar key={budget} use={spentOf(swarm, budget)} onClick={() => setOpen(budget)} />
      ))}
      {open && <LimitsDialog swarm={swarm} focus={open} onClose={() => setOpen(null)} />}
    </div>
  )
}

function BudgetBar({ use, onClick }: { use: Use; onClick: () => void }) {
  const t = useTexts('swarm')
  const format = useFormat()
  const exact = (value: number) => (use.budget === 'seconds' ? format.duration(value * 1000) : format.number(value))
  const words =
    use.limit === null
      ? `${exact(use.used)} · ${t('budget.none')}`
      : t('budget.of', { used: exact(use.used), limit: exact(use.limit) })
  const name = t(`budget.${use.budget}`)
  const rest = use.limit === null ? t('budget.none') : t('budget.limit', { limit: exact(use.limit) })
  return (
    <Tooltip text={`${name}: ${words}`}>
      <button
        type="button"
        onClick={onClick}
        className={cn(
          'flex min-h-9 min-w-0 flex-1 flex-col sm:min-w-fit justify-center gap-1',
          'rounded-md px-2 py-1 text-left transition-colors duration-120 hover:bg-hover',
        )}
      >
        <span
          className={cn(
            'flex items-baseline justify-between gap-x-2 text-xs leading-4 whitespace-nowrap',
            'max-sm:flex-col',
          )}
        >
          <span className="text-muted">{name}</span>
          <span className={cn('numbers font-medium', use.full && 'text-danger')}>
            {amount(format, use.budget, use.used)}
          </span>
        </span>
        <span className="sr-only">
          {rest}. {t('budget.change')}
        </span>
        <Bar use={use} />
      </button>
    </Tooltip>
  )
}

/** The share of a limit that is used, as a thin line. */
export function Bar({ use }: { use: Use }) {
  return (
    <span aria-hidden className="block h-1 w-full overflow-hidden rounded-full bg-pressed">
      <span
        className={cn(
          'block h-full origin-left rounded-full transition-transform duration-200',
          use.full ? 'bg-danger' : use.share >= NEAR ? 'bg-warning' : 'bg-accent',
        )}
        style={{ transform: `scaleX(${use.share > 0 ? Math.max(0.02, use.share) : 0})` }}
      />
    </span>
  )
}
