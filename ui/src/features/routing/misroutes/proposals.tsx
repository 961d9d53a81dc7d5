import { Link } from '@tanstack/react-router'

import { buttonLook } from '@/components/button'
import { Icon } from '@/components/icon'
import { Failure, Skeleton } from '@/components/states'
import { useAgentsById } from '@/lib/agents'
import { useTexts } from '@/lib/text'

import { ProposalCard } from '../edits/proposal-card'
import { useLearned, useProposals } from './data'
import type { Misroute } from './types'

const QUOTED = 120

/** Why a candidate is made, in the words in which the server says that somebody was corrected. */
const reasonFor = (message: string, agent: string) =>
  `“${message.length > QUOTED ? `${message.slice(0, QUOTED - 1).trimEnd()}…` : message}” is for ${agent}`

/** Edits that would send the message to the right agent, the best first. */
export function Proposals({ misroute }: { misroute: Misroute }) {
  const t = useTexts('routing-misroutes')
  const agents = useAgentsById()
  const found = useProposals(misroute.id, true)
  const learned = useLearned(misroute).data === true
  if (found.isPending) {
    return (
      <div className="flex flex-col gap-2">
        <p role="status" className="flex items-center gap-2 text-muted">
          <Icon name="circle-notch" size={16} className="animate-spin" />
          {t('looking')}
        </p>
        <Skeleton className="h-28 rounded-lg" />
      </div>
    )
  }
  if (found.error && !found.data)
    return <Failure error={found.error} onRetry={() => void found.refetch()} className="py-6" />
  const name = agents.get(misroute.correct ?? '')?.name ?? misroute.correct ?? ''
  const proposals = found.data?.proposals ?? []
  if (!proposals.length) {
    return (
      <div className="flex flex-col items-start gap-3">
        {learned ? <Learned agent={name} /> : <p className="max-w-160 text-muted">{t('none')}</p>}
        <Link
          to="/routing"
          search={{ message: misroute.message, whyNot: misroute.correct ?? undefined }}
          className={buttonLook('plain', 'small')}
        >
          {t('tryAgain')}
        </Link>
      </div>
    )
  }
  return (
    <section aria-label={t('proposals')} className="flex flex-col gap-3">
      <h3 className="text-base font-semibold">{t('proposals')}</h3>
      {learned && <Learned agent={name} />}
      <ul className="grid min-w-0 items-start gap-3 lg:grid-cols-2">
        {proposals.map((proposal, index) => (
          <li key={index} className="min-w-0">
            <ProposalCard
              proposal={{ ...proposal, reason: reasonFor(misroute.message, name) }}
              title={t('withThis', { agent: name })}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** That the report itself was enough. */
function Learned({ agent }: { agent: string }) {
  const t = useTexts('routing-misroutes')
  return (
    <p className="flex items-start gap-2 text-success">
      <Icon name="check-circle" size={18} className="mt-px" />
      <span className="min-w-0">{t('learned', { agent })}</span>
    </p>
  )
}
