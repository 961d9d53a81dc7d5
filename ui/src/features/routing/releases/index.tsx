import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

import { Button } from '@/components/button'
import { Card } from '@/components/page'
import { Empty, Failure, Skeleton } from '@/components/states'
import { useTexts } from '@/lib/text'

import { useRoutingState } from '../data'
import { CandidateCard, NoCandidate } from './candidate-card'
import { useReleases } from './data'
import { DetailDrawer } from './detail'
import { History } from './history'
import { Report } from './report'
import { StateCard } from './state-card'
import { useDiscard, useReplay } from './use-acts'

/** Releases: what decides now, what waits and what it would do, and what decided before. */
export default function ReleasesTab() {
  const navigate = useNavigate()
  const { release } = useSearch({ from: '/routing' })
  const found = useRoutingState()
  const known = useReleases().data?.pages.flatMap((page) => page.releases) ?? []
  const { hidden, discard } = useDiscard()
  const number = Number(release)
  // What waits is open on the page already: an address that names it leads there.
  const waits = number === found.data?.candidate?.number
  const place = useRef<HTMLDivElement>(null)
  const [waited, setWaited] = useState(0)
  if (waits && waited !== number) setWaited(number)
  // It was open on the page and waits no more: nobody has asked for its window.
  const over = !waits && waited === number
  useEffect(() => {
    if (waits) place.current?.scrollIntoView({ block: 'nearest' })
    if (over) void navigate({ to: '/routing', search: { tab: 'releases' }, replace: true }).then(() => setWaited(0))
  }, [waits, over, navigate])
  if (found.isPending) return <Skeleton className="h-120 rounded-lg" />
  if (!found.data) return <Failure error={found.error} onRetry={() => void found.refetch()} />
  const state = found.data
  const candidate = state.candidate && !hidden.has(state.candidate.number) ? state.candidate : null
  const others = known.filter(
    ({ number, status }) => status === 'candidate' && number !== candidate?.number && !hidden.has(number),
  )
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <div className="grid min-w-0 items-stretch gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <StateCard state={state} />
        <div ref={place} className="grid min-w-0">
          {candidate ? (
            <CandidateCard release={candidate} others={others} onDiscard={discard} />
          ) : (
            <NoCandidate autoPublish={state.autoPublish} />
          )}
        </div>
      </div>
      {candidate && (candidate.replay ? <Report report={candidate.replay} /> : <Untried number={candidate.number} />)}
      <History autoPublish={state.autoPublish} />
      {Number.isInteger(number) && number > 0 && !waits && !over && (
        <DetailDrawer
          number={number}
          autoPublish={state.autoPublish}
          onDiscard={discard}
          onClose={() => void navigate({ to: '/routing', search: { tab: 'releases' } })}
        />
      )}
    </div>
  )
}

function Untried({ number }: { number: number }) {
  const t = useTexts('routing-releases')
  const replay = useReplay()
  return (
    <Card>
      <Empty
        icon="play"
        title={t('report.not')}
        className="py-8"
        action={
          <Button icon="play" busy={replay.isPending} onClick={() => replay.mutate(number)}>
            {t(replay.isPending ? 'candidate.replaying' : 'candidate.replay')}
          </Button>
        }
      >
        {t('report.notBody')}
      </Empty>
    </Card>
  )
}
