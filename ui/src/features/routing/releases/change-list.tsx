import { Avatar } from '@/components/avatar'
import { Disclosure } from '@/components/disclosure'
import { Icon } from '@/components/icon'
import { useAgentsById } from '@/lib/agents'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useStageName } from '@/lib/stages'
import { useTexts } from '@/lib/text'

import { useRuleName } from '../rules/words'
import { grouped, type ChangeLine } from './changes'
import type { RoutingChange } from './types'
import { useFieldName } from './words'

/** What differs between two releases, as sentences, agent by agent. */
export function ChangeList({ changes, count }: { changes: readonly RoutingChange[]; count: number }) {
  const t = useTexts('routing-releases')
  const agents = useAgentsById()
  if (!changes.length) return <p className="text-muted">{t('changes.none')}</p>
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <ul className="flex min-w-0 flex-col gap-3">
        {grouped(changes).map(({ agent, name, lines }) => (
          <li key={agent ?? ''} className="flex min-w-0 items-start gap-2.5">
            {agent === null ? (
              <Icon name="sliders-horizontal" size={20} className="m-0.5 text-muted" />
            ) : (
              <Avatar agent={agents.get(agent)} size={24} />
            )}
            <div className="min-w-0 flex-1">
              <p className="font-medium break-words">
                {agent === null ? t('changes.rules') : (agents.get(agent)?.name ?? name ?? agent)}
              </p>
              <ul className="flex min-w-0 flex-col gap-1">
                {lines.map((line, index) => (
                  <li key={index} className="min-w-0 break-words">
                    <Line line={line} />
                  </li>
                ))}
              </ul>
            </div>
          </li>
        ))}
      </ul>
      {count > changes.length && (
        <p className="text-sm text-muted">{t('changes.more', { count: count - changes.length })}</p>
      )}
    </div>
  )
}

function Line({ line }: { line: ChangeLine }) {
  const t = useTexts('routing-releases')
  const fieldName = useFieldName()
  const ruleName = useRuleName()
  const stage = useStageName()
  const format = useFormat()
  const agents = useAgentsById()
  const ruleValue = (name: string, value: string | null) =>
    (name === 'default_agent' && agents.get(value ?? '')?.name) || (value ?? t('changes.installed'))
  switch (line.what) {
    case 'joined':
    case 'left':
      return (
        <span className={line.what === 'joined' ? 'text-success' : 'text-danger'}>{t(`changes.${line.what}`)}</span>
      )
    case 'list':
      return (
        <span className="inline-flex max-w-full flex-wrap items-baseline gap-1">
          <span className="text-muted">{t('changes.list', { field: fieldName(line.field) })}</span>
          {line.added.map((entry, index) => (
            <Entry key={`+${index}`} sign="added" text={entry} />
          ))}
          {line.removed.map((entry, index) => (
            <Entry key={`-${index}`} sign="removed" text={entry} />
          ))}
        </span>
      )
    case 'order':
      return <span className="text-muted">{t('changes.order', { field: fieldName(line.field) })}</span>
    case 'value':
      return <>{t('changes.value', { field: fieldName(line.field), before: line.before, after: line.after })}</>
    case 'rule':
      return (
        <>
          {t('changes.rule', {
            name: ruleName(line.name),
            before: ruleValue(line.name, line.before),
            after: ruleValue(line.name, line.after),
          })}
        </>
      )
    case 'stages':
      return (
        <>
          {t('changes.stages', { stages: line.stages ? format.list(line.stages.map(stage)) : t('changes.installed') })}
        </>
      )
    case 'learned':
    case 'forgotten':
      return <>{t(`changes.${line.what}`, { message: line.message })}</>
    case 'prose':
      return (
        <Disclosure
          mark={<Icon name="text-align-left" size={15} />}
          label={t('changes.prose', { field: fieldName(line.field) })}
        >
          {() => (
            <dl className="flex flex-col gap-2 py-1 text-sm">
              <dt className="font-medium">{t('changes.before')}</dt>
              <dd className="break-words whitespace-pre-wrap text-muted">{line.before}</dd>
              <dt className="font-medium">{t('changes.after')}</dt>
              <dd className="break-words whitespace-pre-wrap">{line.after}</dd>
            </dl>
          )}
        </Disclosure>
      )
  }
}

/** An entry that a list gained or lost: with a sign and a word, not by its colour alone. */
function Entry({ sign, text }: { sign: 'added' | 'removed'; text: string }) {
  const t = useTexts('routing-releases')
  const gained = sign === 'added'
  return (
    <span
      className={cn(
        'max-w-full rounded-sm px-1.5 text-sm break-words',
        gained ? 'bg-success-soft text-success' : 'bg-danger-soft text-danger',
      )}
    >
      <span className="sr-only">{t(`changes.${sign}`)} </span>
      <span aria-hidden>{gained ? '+' : '−'} </span>
      <span className={gained ? '' : 'line-through decoration-danger/60'}>{text}</span>
    </span>
  )
}
