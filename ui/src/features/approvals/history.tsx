import { useInfiniteQuery } from '@tanstack/react-query'
import { memo, useState, type ReactNode } from 'react'

import { api, data } from '@/client/api'
import { CallView, FoundView, OUTCOMES, VisibleText, AskedFor, type Approval } from '@/components/approval'
import { Avatar } from '@/components/avatar'
import { Button, buttonLook } from '@/components/button'
import { Disclosure } from '@/components/disclosure'
import { Select } from '@/components/field'
import { Icon } from '@/components/icon'
import { Failure, Skeleton } from '@/components/states'
import { Ago } from '@/components/time'
import { WorkLink } from '@/components/work-link'
import { useFormat } from '@/lib/format'
import { useActor } from '@/lib/residents'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

const PAGE = 30
const FILTERS = ['all', 'used', 'denied', 'expired', 'changed', 'withdrawn'] as const
type Filter = (typeof FILTERS)[number]

/** What was decided, latest first. */
export function History() {
  const t = useTexts('approvals')
  const [filter, setFilter] = useState<Filter>('all')
  const decided = useInfiniteQuery({
    queryKey: [...keys.approvals, 'decided', filter],
    queryFn: ({ pageParam, signal }) =>
      data(
        api.GET('/api/approvals', {
          params: {
            query: {
              limit: PAGE,
              ...(filter === 'all' ? {} : { status: filter }),
              ...(pageParam ? { before: pageParam } : {}),
            },
          },
          signal,
        }),
      ),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextBefore,
  })
  const rows = (decided.data?.pages ?? []).flatMap((page) => page.approvals).filter((one) => one.status !== 'pending')
  return (
    <section aria-labelledby="approvals-decided" className="flex min-w-0 flex-col gap-2">
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id="approvals-decided" className="min-w-0 flex-1 text-md font-semibold">
          {t('history.title')}
        </h2>
        <Select
          aria-label={t('history.filter')}
          value={filter}
          onChange={(event) => setFilter(event.target.value as Filter)}
          className="w-40"
        >
          {FILTERS.map((one) => (
            <option key={one} value={one}>
              {t(`history.${one}`)}
            </option>
          ))}
        </Select>
      </div>
      {decided.isPending ? (
        <Skeleton className="h-40" />
      ) : decided.error && !decided.data ? (
        <Failure error={decided.error} onRetry={() => void decided.refetch()} className="py-6" />
      ) : rows.length ? (
        <ul className="flex flex-col rounded-lg border bg-surface px-4 py-2">
          {rows.map((one) => (
            <Row key={one.id} approval={one} />
          ))}
        </ul>
      ) : (
        <p className="py-2 text-base text-muted">{t(filter === 'all' ? 'history.none' : 'history.noneSuch')}</p>
      )}
      {decided.hasNextPage && (
        <Button
          size="small"
          look="quiet"
          icon="arrow-down"
          className="self-start"
          busy={decided.isFetchingNextPage}
          onClick={() => void decided.fetchNextPage()}
        >
          {t('history.earlier')}
        </Button>
      )}
    </section>
  )
}

const Row = memo(function Row({ approval }: { approval: Approval }) {
  const t = useTexts('approvals')
  const words = useTexts('approval')
  const agent = useActor(approval.agentId, approval)
  const { icon, ink } = OUTCOMES[approval.status]
  const status = approval.status === 'approved' ? t('history.notMade') : words(`status.${approval.status}`)
  return (
    <li className="min-w-0 border-b py-0.5 last:border-b-0">
      <Disclosure
        mark={<Icon name={icon} size={17} className={ink} />}
        label={
          <span className="flex min-w-0 items-center gap-2 py-1 text-base">
            <Avatar agent={agent} size={22} />
            <span className="min-w-0 truncate">
              <span className="font-medium text-ink">{agent?.name ?? approval.agentId}</span>{' '}
              <span className="font-mono text-sm">{approval.tool}</span>
              <span className="sm:hidden"> · {status}</span>
            </span>
          </span>
        }
        describe={t('history.open', { tool: approval.tool })}
        end={
          <span className="flex items-center gap-2">
            <span className="max-sm:hidden">{status}</span>
            <Ago at={approval.decidedAt ?? approval.createdAt} />
          </span>
        }
      >
        {() => <Whole approval={approval} status={status} />}
      </Disclosure>
    </li>
  )
})

function Whole({ approval, status }: { approval: Approval; status: string }) {
  const t = useTexts('approvals')
  const shared = useTexts('shared')
  const format = useFormat()
  const resident = Boolean(approval.residentId)
  return (
    <div className="flex min-w-0 flex-col gap-3 py-2">
      <AskedFor approval={approval} />
      <FoundView found={approval.found} pending={false} />
      <CallView call={approval.arguments} />
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        <Fact name={t('history.tool')}>
          <span className="font-mono break-all">{approval.tool}</span>
        </Fact>
        <Fact name={t('history.filter')}>{status}</Fact>
        {approval.note && (
          <Fact name={t('history.note')}>
            <span className="break-words whitespace-pre-wrap">
              <VisibleText text={approval.note} />
            </span>
          </Fact>
        )}
        <Fact name={t('history.asked')}>{format.dateTime(approval.createdAt)}</Fact>
        {approval.decidedAt && <Fact name={t('history.decided')}>{format.dateTime(approval.decidedAt)}</Fact>}
      </dl>
      <WorkLink
        swarmId={approval.swarmId}
        residentId={approval.residentId}
        conversationId={approval.conversationId}
        executionId={approval.executionId}
        className={buttonLook('plain', 'small', 'self-start')}
      >
        <Icon name={resident ? 'users-four' : 'chat-circle-dots'} size={15} />
        {resident ? shared('inSwarm') : t('history.conversation')}
      </WorkLink>
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="numbers min-w-0">{children}</dd>
    </>
  )
}
