import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'

import { api, data } from '@/client/api'
import { Button, buttonLook } from '@/components/button'
import { DecisionRow } from '@/components/decision/decision-row'
import { Select } from '@/components/field'
import { Card } from '@/components/page'
import { Empty, Failure, Skeleton } from '@/components/states'
import { useAgents, useAgentsById } from '@/lib/agents'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { routable } from '../agents'

const PAGE = 30

interface PastProps {
  /** The decision that is open. */
  current: string | undefined
  onOpen: (id: string) => void
  /** It scrolls inside what is left of the height. */
  inside?: boolean
}

/** What was decided before, latest first. */
export function Past({ current, onOpen, inside }: PastProps) {
  const t = useTexts('routing-explorer')
  const { data: agents } = useAgents()
  const [of, setOf] = useState('')
  const choices = useMemo(() => routable(agents ?? []), [agents])
  return (
    <Card
      className={cn(inside && 'min-h-72 flex-1')}
      title={t('past.title')}
      actions={
        <Select
          aria-label={t('past.who')}
          value={of}
          onChange={(event) => setOf(event.target.value)}
          className="max-w-40 [&_select]:h-7 [&_select]:text-sm"
        >
          <option value="">{t('past.everyone')}</option>
          {choices.map((agent) => (
            <option key={agent.id} value={agent.id}>
              {agent.name}
            </option>
          ))}
        </Select>
      }
    >
      <div className={cn('flex min-h-0 flex-col px-2 pt-1 pb-2', inside && 'flex-1 overflow-y-auto')}>
        <Rows key={of} of={of} current={current} onOpen={onOpen} />
      </div>
    </Card>
  )
}

function Rows({ of, current, onOpen }: { of: string } & Omit<PastProps, 'inside'>) {
  const t = useTexts('routing-explorer')
  const agents = useAgentsById()
  const read = useInfiniteQuery({
    queryKey: [...keys.decisions, 'explorer', of],
    queryFn: ({ pageParam, signal }) =>
      data(
        api.GET('/api/routing/decisions', {
          params: {
            query: { limit: PAGE, ...(of ? { agentId: of } : {}), ...(pageParam ? { before: pageParam } : {}) },
          },
          signal,
        }),
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextBefore,
  })
  if (read.error) return <Failure error={read.error} onRetry={() => void read.refetch()} className="py-6" />
  if (read.isPending)
    return (
      <div className="flex flex-col gap-1.5">
        {[0, 1, 2, 3].map((row) => (
          <Skeleton key={row} className="h-12" />
        ))}
      </div>
    )
  const decisions = read.data.pages.flatMap((page) => page.decisions)
  if (!decisions.length) {
    return (
      <Empty
        icon="signpost"
        className="px-4 py-8"
        title={of ? t('past.noneOf', { name: agents.get(of)?.name ?? of }) : t('past.none')}
        action={
          <Link to="/chat" search={of ? { agent: of } : {}} className={buttonLook('plain', 'small')}>
            {t('past.ask')}
          </Link>
        }
      >
        {t('past.noneBody')}
      </Empty>
    )
  }
  return (
    <>
      <ul>
        {decisions.map((decision) => (
          <DecisionRow key={decision.id} decision={decision} current={decision.id === current} onOpen={onOpen} />
        ))}
      </ul>
      {read.hasNextPage && (
        <Button
          size="small"
          look="quiet"
          busy={read.isFetchingNextPage}
          onClick={() => void read.fetchNextPage()}
          className="mt-1 self-center"
        >
          {t('past.more')}
        </Button>
      )}
    </>
  )
}
