import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'

import { api, data, type Schemas } from '@/client/api'
import { buttonLook } from '@/components/button'
import { Icon } from '@/components/icon'
import type { InterfaceIcon } from '@/components/icon-names'
import { Card } from '@/components/page'
import { Empty, Failure, Skeleton } from '@/components/states'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { editsKey } from '../edits/words'
import { ProposalCard } from '../edits/proposal-card'
import { TrafficFlow } from './traffic-flow'

/** How much of the recent traffic needed a model to be routed, and rules that would have spared it. */
export default function Savings() {
  const t = useTexts('routing-savings')
  const read = useQuery({
    queryKey: keys.savings,
    queryFn: ({ signal }) => data(api.GET('/api/routing/savings', { signal })),
  })
  if (read.error) return <Failure error={read.error} onRetry={() => void read.refetch()} />
  if (read.isPending) {
    return (
      <div className="flex flex-col gap-5">
        <Skeleton className="h-36 rounded-lg" />
        <Skeleton className="h-72 rounded-lg" />
      </div>
    )
  }
  if (!read.data.messages) {
    return (
      <Card>
        <Empty
          icon="coins"
          title={t('none')}
          action={
            <Link to="/chat" className={buttonLook('primary')}>
              {t('ask')}
            </Link>
          }
        >
          {t('noneBody')}
        </Empty>
      </Card>
    )
  }
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <Share savings={read.data} />
      <Rules savings={read.data} />
      <TrafficFlow />
    </div>
  )
}

/** Says in one line that there is nothing to do. */
function Quiet({ icon, title, children }: { icon: InterfaceIcon; title: string; children: string }) {
  return (
    <section className="flex items-start gap-3 rounded-lg border bg-surface p-5">
      <Icon name={icon} size={22} className="text-success" />
      <div className="min-w-0">
        <h2 className="text-base font-semibold">{title}</h2>
        <p className="text-muted">{children}</p>
      </div>
    </section>
  )
}

function Share({ savings }: { savings: Schemas['Savings'] }) {
  const t = useTexts('routing-savings')
  const format = useFormat()
  const rules = format.percent(1 - savings.modelShare)
  const model = format.percent(savings.modelShare)
  return (
    <section className="flex flex-col gap-4 rounded-lg border bg-surface p-5">
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <p className="min-w-0">
          <span className="numbers block text-xl font-semibold tracking-tight">{rules}</span>
          <span className="block text-muted">{t('rules', { count: savings.messages })}</span>
        </p>
        <p className="min-w-0 sm:text-right">
          <span className="numbers block text-xl font-semibold tracking-tight">{model}</span>
          <span className="block text-muted">{t('model', { calls: t('calls', { count: savings.modelCalls }) })}</span>
        </p>
      </div>
      <div
        role="img"
        aria-label={t('bar', { rules, model })}
        className="flex h-3 gap-0.5 overflow-hidden rounded-full bg-sunken"
      >
        <span className="h-full bg-accent" style={{ width: `${(1 - savings.modelShare) * 100}%` }} />
        <span className="h-full flex-1 bg-warning" hidden={savings.modelShare === 0} />
      </div>
    </section>
  )
}

function Rules({ savings }: { savings: Schemas['Savings'] }) {
  const t = useTexts('routing-savings')
  if (!savings.modelCalls)
    return (
      <Quiet icon="check-circle" title={t('spared')}>
        {t('sparedBody')}
      </Quiet>
    )
  if (!savings.proposals.length)
    return (
      <Quiet icon="coins" title={t('noProposals')}>
        {t('noProposalsBody')}
      </Quiet>
    )
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <div>
        <h2 className="text-md font-semibold">{t('proposals')}</h2>
        <p className="text-muted">{t('proposalsAbout')}</p>
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {savings.proposals.map((proposal) => (
          <ProposalCard key={editsKey(proposal.edits)} proposal={proposal} />
        ))}
      </div>
    </section>
  )
}
