import { Link } from '@tanstack/react-router'

import { Button } from '@/components/button'
import { Card } from '@/components/page'
import { Empty, Failure, Skeleton } from '@/components/states'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { useAddress } from '../address'
import { useConflicts } from '../data'
import { useRemoving } from '../removing'
import { Said } from '../said'
import { useRemove } from '../use-remove'

const SHOWN = 50

/** Observations that contradict one another, and keeping one of them. */
export function Conflicts() {
  const t = useTexts('memory')
  const format = useFormat()
  const { scope } = useAddress()
  const found = useConflicts(scope, SHOWN)
  const hidden = useRemoving((state) => state.ids)
  const remove = useRemove()
  if (found.isPending)
    return (
      <div className="flex flex-col gap-3">
        {Array.from({ length: 3 }, (_, index) => (
          <Skeleton key={index} className="h-36" />
        ))}
      </div>
    )
  if (!found.data) return <Failure error={found.error} onRetry={() => void found.refetch()} />
  const conflicts = found.data.conflicts
    .map((one) => ({ ...one, observations: one.observations.filter(({ id }) => !hidden.has(id)) }))
    .filter((one) => one.observations.length > 1)
  if (!conflicts.length)
    return (
      <Empty icon="check-circle" title={t('conflicts.none')}>
        {t('conflicts.noneBody')}
      </Empty>
    )
  return (
    <div className="flex flex-col gap-3">
      <p className="text-muted">{t('conflicts.about')}</p>
      {conflicts.map(({ entityId, entityName, about, observations }) => (
        <Card
          key={`${entityId} ${about}`}
          title={
            <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
              <Link
                from="/memory"
                to="/memory"
                search={(now) => ({ ...now, entity: entityId, tab: undefined })}
                className="min-w-0 truncate rounded-sm underline-offset-4 hover:underline"
              >
                {entityName}
              </Link>
              <span className="min-w-0 truncate text-sm font-normal text-muted">{t('conflicts.what', { about })}</span>
            </span>
          }
        >
          <ul className="flex flex-col px-4 pt-1 pb-2">
            {observations.map((one) => (
              <li key={one.id} className="flex flex-wrap items-start gap-x-3 gap-y-2 border-t py-2.5 first:border-t-0">
                <div className="flex min-w-0 flex-[1_1_16rem] flex-col gap-1">
                  <p className="break-words whitespace-pre-wrap">{one.content}</p>
                  <Said said={one.provenance} at={one.createdAt} />
                </div>
                <Button
                  size="small"
                  icon="check"
                  onClick={() =>
                    remove.others(observations.flatMap((other) => (other.id === one.id ? [] : [other.id])))
                  }
                >
                  {t('conflicts.keep')}
                </Button>
              </li>
            ))}
          </ul>
        </Card>
      ))}
      {found.data.conflicts.length === SHOWN && (
        <p className="text-sm text-muted">{t('conflicts.more', { n: format.number(SHOWN) })}</p>
      )}
    </div>
  )
}
