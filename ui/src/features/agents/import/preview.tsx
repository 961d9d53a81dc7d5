import { memo, useEffect, useMemo, useState } from 'react'

import type { Agent } from '@/client/api'
import { Avatar } from '@/components/avatar'
import { Chip } from '@/components/chip'
import { Icon } from '@/components/icon'
import { useWarningText } from '@/components/lint-words'
import { useAgentsById } from '@/lib/agents'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import type { Draft } from '../draft'
import { Tick } from '../list/parts'
import { useProblemText } from '../problems'
import type { Found } from './bundle'
import { useVerdicts, type Verdict } from './check'

interface PreviewProps {
  found: readonly Found[]
  /** Told which agents are to be imported, whenever that changes. */
  onChoice: (drafts: readonly Draft[]) => void
}

/** What an import would do, agent by agent. */
export function Preview({ found, onChoice }: PreviewProps) {
  const t = useTexts('agents')
  const roster = useAgentsById()
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const { verdicts, done, total } = useVerdicts(found)
  const good = useMemo(
    () => found.filter((one) => one.draft && !one.problems.length && !verdicts.get(one.index)?.refusals.length),
    [found, verdicts],
  )
  const taken = useMemo(() => good.filter((one) => !left.has(one.index)), [good, left])
  useEffect(() => onChoice(done < total ? [] : taken.map((one) => one.draft!)), [taken, done, total, onChoice])

  const replaced = taken.filter((one) => roster.has(one.id)).length
  const warnings = taken.reduce((sum, one) => sum + (verdicts.get(one.index)?.warnings.length ?? 0), 0)
  const broken = found.length - good.length
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-1.5" aria-live="polite">
        {taken.length - replaced > 0 && (
          <Chip tone="success" icon="plus">
            {t('importing.added', { count: taken.length - replaced })}
          </Chip>
        )}
        {replaced > 0 && (
          <Chip tone="info" icon="arrows-clockwise">
            {t('importing.replaced', { count: replaced })}
          </Chip>
        )}
        {warnings > 0 && (
          <Chip tone="warning" icon="warning">
            {t('importing.warnings', { count: warnings })}
          </Chip>
        )}
        {broken > 0 && (
          <Chip tone="danger" icon="x-circle">
            {t('importing.broken', { count: broken })}
          </Chip>
        )}
        {done < total && <span className="numbers text-sm text-muted">{t('importing.checking', { done, total })}</span>}
      </div>
      <ul className="flex flex-col divide-y rounded-md border">
        {found.map((one) => (
          <Line
            key={one.index}
            found={one}
            before={roster.get(one.id)}
            verdict={verdicts.get(one.index)}
            taken={!left.has(one.index)}
            onTake={(take) =>
              setLeft((now) => {
                const next = new Set(now)
                if (take) next.delete(one.index)
                else next.add(one.index)
                return next
              })
            }
          />
        ))}
      </ul>
    </div>
  )
}

interface LineProps {
  found: Found
  /** The agent it would replace. */
  before: Agent | undefined
  verdict: Verdict | undefined
  taken: boolean
  onTake: (take: boolean) => void
}

const Line = memo(function Line({ found, before, verdict, taken, onTake }: LineProps) {
  const t = useTexts('agents')
  const format = useFormat()
  const problem = useProblemText()
  const warn = useWarningText()
  const refusals = [
    ...found.problems.map(
      (one) => `${one.field || 'id'}: ${one.problem === 'twice' ? t('importing.twice') : problem(one.problem)}`,
    ),
    ...(verdict?.refusals ?? []),
  ]
  const broken = refusals.length > 0
  const name = found.name || found.id || t('importing.unnamed', { number: found.index + 1 })
  return (
    <li className="flex gap-2.5 px-3 py-2.5 [contain-intrinsic-size:auto_60px] [content-visibility:auto]">
      {broken ? (
        <Icon name="x-circle" size={18} className="m-1.5 text-danger" />
      ) : (
        <Tick checked={taken} onChange={onTake} label={t('importing.take', { name })} />
      )}
      <Avatar agent={found.draft ?? undefined} size={32} />
      <div className="min-w-0 flex-1">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-medium break-words">{name}</span>
          <span className="min-w-0 font-mono text-xs break-all text-muted">{found.id}</span>
          <span className="flex-1" />
          {broken ? (
            <Chip tone="danger">{t('importing.isBroken')}</Chip>
          ) : before ? (
            <Chip tone="info">{t('importing.replaces', { name: before.name })}</Chip>
          ) : (
            <Chip tone="success">{t('importing.isNew')}</Chip>
          )}
        </div>
        {refusals.map((sentence, index) => (
          <p key={index} className="mt-1 text-sm break-words text-danger">
            {sentence}
          </p>
        ))}
        {verdict?.warnings.map((warning, index) => (
          <p key={index} className="mt-1 flex items-start gap-1 text-sm text-warning">
            <Icon name="warning" size={14} className="mt-0.5" />
            <span className="min-w-0 break-words">{warn(warning)}</span>
          </p>
        ))}
        {found.dropped.length > 0 && (
          <p className="mt-1 text-sm break-words text-muted">
            {t('importing.dropped', { fields: format.list(found.dropped) })}
          </p>
        )}
      </div>
    </li>
  )
})
