import type { ReactNode } from 'react'

import { Button } from '@/components/button'
import { Chip } from '@/components/chip'
import { useNamed } from '@/components/decision/named'
import { Disclosure } from '@/components/disclosure'
import { Icon } from '@/components/icon'
import { useAgentsById } from '@/lib/agents'
import { useTexts } from '@/lib/text'

import { useMakeCandidate } from '../data'
import type { Proposal, ReplayQuery } from '../types'
import { EditList } from './edit-list'

interface ProposalCardProps {
  proposal: Proposal
  /** Stands above the edits; the proposal's own reason where there is none. */
  title?: ReactNode
}

/** Edits that somebody could make, with what they would do, and one press that makes a release of them. */
export function ProposalCard({ proposal, title }: ProposalCardProps) {
  const t = useTexts('routing')
  const make = useMakeCandidate()
  const named = useNamed()
  const about = [...proposal.edits, ...proposal.fixes, ...proposal.breaks].map((one) => one.agent)
  const samples = proposal.fixes.length + proposal.breaks.length
  return (
    <article className="flex min-w-0 flex-col gap-3 rounded-lg border bg-surface p-4">
      <p className="min-w-0 text-base break-words text-muted">
        {title ?? <span lang="en">{named(proposal.reason, about)}</span>}
      </p>
      <EditList edits={proposal.edits} className="text-base font-medium" />
      <div className="flex flex-wrap items-center gap-x-1.5 gap-y-1">
        <Effects proposal={proposal} />
        {proposal.messages > 0 && (
          <span className="text-sm text-muted">{t('proposal.of', { count: proposal.messages })}</span>
        )}
      </div>
      {samples > 0 && (
        <Disclosure mark={<Icon name="list" size={14} />} label={t('proposal.samples')}>
          {() => (
            <div className="flex flex-col gap-3">
              <Samples title={t('proposal.fixed')} queries={proposal.fixes} />
              <Samples title={t('proposal.broken')} queries={proposal.breaks} />
            </div>
          )}
        </Disclosure>
      )}
      <div>
        <Button
          size="small"
          icon="flag"
          busy={make.isPending}
          onClick={() => make.mutate({ reason: proposal.reason, edits: proposal.edits })}
        >
          {t('proposal.candidate')}
        </Button>
      </div>
    </article>
  )
}

function Effects({ proposal: { saves, fixes, breaks, breaksGolden, flips } }: { proposal: Proposal }) {
  const t = useTexts('routing')
  return (
    <>
      {saves > 0 && (
        <Chip tone="success" icon="coins">
          {t('proposal.saves', { count: saves })}
        </Chip>
      )}
      {fixes.length > 0 && (
        <Chip tone="success" icon="check">
          {t('proposal.fixes', { count: fixes.length })}
        </Chip>
      )}
      {breaksGolden > 0 && (
        <Chip tone="danger" icon="warning">
          {t('proposal.golden', { count: breaksGolden })}
        </Chip>
      )}
      {breaks.length > 0 && (
        <Chip tone="warning" icon="warning">
          {t('proposal.breaks', { count: breaks.length })}
        </Chip>
      )}
      <Chip icon={flips ? 'arrow-right' : 'check'}>
        {flips ? t('proposal.flips', { count: flips }) : t('proposal.still')}
      </Chip>
    </>
  )
}

function Samples({ title, queries }: { title: string; queries: readonly ReplayQuery[] }) {
  const t = useTexts('routing')
  const agents = useAgentsById()
  if (!queries.length) return null
  return (
    <section className="flex min-w-0 flex-col gap-1">
      <h4 className="text-sm font-medium">{title}</h4>
      <ul className="flex flex-col gap-1 text-sm">
        {queries.map((query, index) => (
          <li key={index} className="min-w-0 break-words">
            {t('quoted', { value: query.text })}{' '}
            <span className="text-muted">
              {t('proposal.goesTo', {
                agent: query.agent ? (agents.get(query.agent)?.name ?? query.agent) : t('nobody'),
              })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
