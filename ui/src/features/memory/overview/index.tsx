import { Link } from '@tanstack/react-router'

import type { InterfaceIcon } from '@/components/icon-names'
import { Icon } from '@/components/icon'
import { Card } from '@/components/page'
import { Failure, Skeleton } from '@/components/states'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { barLength } from '@/lib/bar'
import { useTexts } from '@/lib/text'

import { useAddress } from '../address'
import { Outside, TypeDisc } from '../badges'
import { useChanges, useConnected, useSummary } from '../data'
import { ChangeLine } from './change-line'

const CONNECTED = 8
const LATEST = 5
const TYPES = 10

/** A memory when nothing of it is looked at: figures, types, what is in the middle of it, what happened last. */
export function Overview() {
  const t = useTexts('memory')
  const format = useFormat()
  const { scope, go } = useAddress()
  const summary = useSummary(scope)
  if (!summary.data) {
    if (summary.error) return <Failure error={summary.error} onRetry={() => void summary.refetch()} />
    return (
      <div className="flex flex-col gap-4">
        <Skeleton className="h-23" />
        <Skeleton className="h-56" />
        <Skeleton className="h-56" />
      </div>
    )
  }
  const { entities, observations, relations, tainted, conflicts, types } = summary.data
  return (
    <div className="flex flex-col gap-4">
      <dl aria-label={t('figures.label')} className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-3">
        <Figure icon="brain" name={t('figures.entities')} value={format.number(entities)} />
        <Figure icon="file-text" name={t('figures.observations')} value={format.number(observations)} />
        <Figure icon="graph" name={t('figures.relations')} value={format.number(relations)} />
        <Figure
          icon="globe"
          name={t('figures.outside')}
          value={format.number(tainted)}
          tone={tainted ? 'text-warning' : undefined}
          onOpen={tainted ? () => go({ outside: true, tab: undefined }) : undefined}
        />
        <Figure
          icon="warning"
          name={t('figures.conflicts')}
          value={format.number(conflicts)}
          tone={conflicts ? 'text-warning' : undefined}
          onOpen={conflicts ? () => go({ tab: 'conflicts' }) : undefined}
        />
      </dl>
      <div className="grid gap-4 sm:grid-cols-2">
        <Card title={t('types')}>
          {types.length ? (
            <ul className="px-2 pt-1 pb-2">
              {types.slice(0, TYPES).map(({ entityType, count }) => (
                <li key={entityType}>
                  <button
                    type="button"
                    disabled={!entityType}
                    onClick={() => go({ type: entityType, tab: undefined, q: undefined, exact: undefined })}
                    className="flex h-10 w-full items-center gap-2.5 rounded-md px-2 text-left hover:bg-hover"
                  >
                    <TypeDisc type={entityType} size={26} />
                    <span className="min-w-0 flex-1 truncate" title={entityType}>
                      {entityType || t('noType')}
                    </span>
                    <span aria-hidden className="h-1.5 w-20 overflow-hidden rounded-full bg-sunken">
                      <span
                        className="module-bar block h-full rounded-full"
                        style={{ width: barLength(count, types[0]!.count) }}
                      />
                    </span>
                    <span className="numbers w-12 shrink-0 text-right text-sm text-muted">{format.number(count)}</span>
                  </button>
                </li>
              ))}
            </ul>
          ) : (
            <p className="px-4 pt-1 pb-4 text-muted">{t('typesNone')}</p>
          )}
        </Card>
        <Card title={t('connected')}>
          <Connected scope={scope} />
        </Card>
      </div>
      <Latest scope={scope} />
    </div>
  )
}

function Figure({
  icon,
  name,
  value,
  tone,
  onOpen,
}: {
  icon: InterfaceIcon
  name: string
  value: string
  tone?: string | undefined
  onOpen?: (() => void) | undefined
}) {
  return (
    <div
      className={cn(
        'relative flex min-w-0 flex-col gap-1 rounded-lg border bg-surface px-3 py-3',
        onOpen && 'hover:border-line-strong',
      )}
    >
      <dt className="flex min-w-0 items-center gap-1.5 text-sm text-muted">
        <Icon name={icon} size={15} className={tone ?? 'text-faint'} />
        <span className="min-w-0 truncate" title={name}>
          {name}
        </span>
      </dt>
      <dd className="numbers text-lg font-semibold tracking-tight">
        {onOpen ? (
          <button
            type="button"
            onClick={onOpen}
            aria-label={`${name}: ${value}`}
            className={cn(
              'after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none',
              'focus-visible:after:outline-2 focus-visible:after:outline-accent',
            )}
          >
            {value}
          </button>
        ) : (
          value
        )}
      </dd>
    </div>
  )
}

function Connected({ scope }: { scope: string }) {
  const t = useTexts('memory')
  const format = useFormat()
  const found = useConnected(scope, CONNECTED)
  if (found.isPending)
    return (
      <div className="flex flex-col gap-1.5 p-3">
        {Array.from({ length: 5 }, (_, index) => (
          <Skeleton key={index} className="h-9" />
        ))}
      </div>
    )
  if (found.error) return <Failure error={found.error} onRetry={() => void found.refetch()} className="py-6" />
  const entities = found.data.entities.filter((entity) => entity.relations > 0)
  if (!entities.length) return <p className="px-4 pt-1 pb-4 text-muted">{t('connectedNone')}</p>
  return (
    <ul className="px-2 pt-1 pb-2">
      {entities.map((entity) => (
        <li key={entity.id}>
          <Link
            to="/memory"
            search={(now) => ({ ...now, entity: entity.id, view: 'graph' as const, tab: undefined })}
            className="flex h-10 items-center gap-2.5 rounded-md px-2 hover:bg-hover"
          >
            <TypeDisc type={entity.entityType} size={26} />
            <span className="min-w-0 flex-1 truncate" title={entity.name}>
              {entity.name}
            </span>
            {entity.tainted && <Outside short />}
            <span className="numbers shrink-0 text-sm text-muted">
              {t('relations', { count: entity.relations, n: format.number(entity.relations) })}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Latest({ scope }: { scope: string }) {
  const t = useTexts('memory')
  const { go } = useAddress()
  const found = useChanges(scope, LATEST)
  const changes = found.data?.pages[0]?.changes
  return (
    <Card
      title={t('latest')}
      actions={
        <button
          type="button"
          onClick={() => go({ tab: 'history' })}
          className={cn(
            'flex items-center gap-1 rounded-sm text-sm font-medium text-accent',
            'underline-offset-4 hover:underline',
          )}
        >
          {t('allChanges')}
          <Icon name="arrow-right" size={14} />
        </button>
      }
    >
      {found.isPending ? (
        <div className="flex flex-col gap-1.5 p-3">
          {Array.from({ length: 4 }, (_, index) => (
            <Skeleton key={index} className="h-9" />
          ))}
        </div>
      ) : found.error ? (
        <Failure error={found.error} onRetry={() => void found.refetch()} className="py-6" />
      ) : changes?.length ? (
        <ul className="px-4 pt-1 pb-3">
          {changes.map((change) => (
            <ChangeLine key={change.id} change={change} />
          ))}
        </ul>
      ) : (
        <p className="px-4 pt-1 pb-4 text-muted">{t('latestNone')}</p>
      )}
    </Card>
  )
}
