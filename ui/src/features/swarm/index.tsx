import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'

import { Button } from '@/components/button'
import { Page } from '@/components/page'
import { Failure, Skeleton } from '@/components/states'
import { useTexts } from '@/lib/text'

import { CreateDialog } from './create'
import { useSwarms } from './data'
import { SwarmCard } from './list/card'
import { FirstSwarm } from './list/first'
import { useRemoving } from './removing'

/** All swarms, and the way to a new one. */
export default function SwarmsPage() {
  const t = useTexts('swarm')
  const navigate = useNavigate({ from: '/swarm' })
  const { new: creating, template } = useSearch({ from: '/swarm' })
  const swarms = useSwarms()
  const removing = useRemoving((state) => state.ids)
  const all = useMemo(
    () => (swarms.data?.pages ?? []).flatMap((page) => page.swarms).filter((swarm) => !removing.has(swarm.id)),
    [swarms.data, removing],
  )
  const begin = (chosen?: string) => void navigate({ search: { new: true, template: chosen } })
  return (
    <Page
      module="swarm"
      title={t('title')}
      about={t('about')}
      actions={
        <Button look="primary" icon="plus" onClick={() => begin()}>
          {t('create')}
        </Button>
      }
    >
      {swarms.isPending ? (
        <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {Array.from({ length: 6 }, (_, index) => (
            <li key={index}>
              <Skeleton className="h-54 rounded-lg" />
            </li>
          ))}
        </ul>
      ) : swarms.error && !swarms.data ? (
        <Failure error={swarms.error} onRetry={() => void swarms.refetch()} />
      ) : all.length ? (
        <div className="flex flex-col items-start gap-4">
          <ul className="grid w-full gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {all.map((swarm) => (
              <SwarmCard key={swarm.id} swarm={swarm} />
            ))}
          </ul>
          {swarms.hasNextPage && (
            <Button
              look="quiet"
              icon="arrow-down"
              busy={swarms.isFetchingNextPage}
              onClick={() => void swarms.fetchNextPage()}
            >
              {t('more')}
            </Button>
          )}
        </div>
      ) : (
        <FirstSwarm onBegin={begin} />
      )}
      {creating && <CreateDialog template={template ?? null} onClose={() => void navigate({ search: {} })} />}
    </Page>
  )
}
