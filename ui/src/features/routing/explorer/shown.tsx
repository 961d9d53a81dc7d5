import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { api, data, type Decision } from '@/client/api'
import { Button } from '@/components/button'
import { Chip } from '@/components/chip'
import { Card } from '@/components/page'
import { Empty, Failure, Skeleton } from '@/components/states'
import { useAgents, useAgentsById } from '@/lib/agents'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { inLanguage } from '@/lib/language'
import { usePreferences } from '@/lib/preferences'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'
import { byContext } from '@/lib/stages'

import { routable } from '../agents'
import { PinDecision } from '../golden/pin-decision'
import { Picture } from './picture'
import { sameOutcome } from './same-outcome'
import type { Tried } from './use-explorer'
import { WhyNotCard, type Asking } from './why-not'

/** Decides a message as it would be decided now; kept while the next one is decided. */
function useDecide(tried: Tried, enabled = true) {
  return useQuery({
    // Below the agents: whoever edits one sees it decided anew.
    queryKey: [...keys.agents, 'decide', 'explorer', tried.message, tried.last],
    queryFn: ({ signal }) =>
      data(
        api.POST('/api/routing/decide', {
          body: { message: tried.message, lastAgent: tried.last || null, mode: 'supervised' },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    retry: false,
    enabled,
  })
}

/** Where a message that is typed would go. */
export function LiveDecision({ tried, asking }: { tried: Tried; asking: Asking }) {
  const t = useTexts('routing-explorer')
  const read = useDecide(tried)
  if (read.error)
    return (
      <Card>
        <Failure error={read.error} onRetry={() => void read.refetch()} />
      </Card>
    )
  if (!read.data) return <Waiting />
  return (
    <div
      className={cn(
        'flex min-w-0 flex-col gap-5 transition-opacity duration-120',
        read.isPlaceholderData && 'opacity-60',
      )}
    >
      <Picture
        decision={read.data}
        head={
          <Chip tone="info" icon="lightning">
            {t('live')}
          </Chip>
        }
        foot={<Pin decision={read.data} />}
        onWhyNot={asking.ask}
      />
      <WhyNotCard decision={read.data} asking={asking} />
    </div>
  )
}

interface StoredProps {
  id: string
  asking: Asking
  onTry: (said: Tried) => void
  /** Leads back to the list, where that is not beside it. */
  onBack: (() => void) | undefined
}

/** Where a message of the past went, and whether it would go there now. */
export function StoredDecision({ id, asking, onTry, onBack }: StoredProps) {
  const t = useTexts('routing-explorer')
  const format = useFormat()
  const read = useQuery({
    queryKey: keys.decision(id),
    queryFn: () => data(api.GET('/api/routing/decisions/{id}', { params: { path: { id } } })),
    staleTime: Infinity,
  })
  const back = onBack && (
    <Button size="small" look="quiet" icon="caret-left" onClick={onBack} className="-ml-2 self-start">
      {t('past.back')}
    </Button>
  )
  if (read.error) {
    return (
      <>
        {back}
        <Card>
          <Failure error={read.error} onRetry={() => void read.refetch()} />
        </Card>
      </>
    )
  }
  if (!read.data) return <Waiting />
  const decision = read.data
  return (
    <>
      {back}
      <Picture
        decision={decision}
        head={
          <Chip icon="clock">{t('stored', { ago: decision.createdAt ? format.ago(decision.createdAt) : '' })}</Chip>
        }
        foot={<Today decision={decision} onTry={onTry} />}
        onWhyNot={asking.ask}
      />
      <WhyNotCard decision={decision} asking={asking} />
    </>
  )
}

/** Whether the message of a past decision would go to the same agent now. */
function Today({ decision, onTry }: { decision: Decision; onTry: (said: Tried) => void }) {
  const t = useTexts('routing-explorer')
  const agents = useAgentsById()
  const said = useMemo(() => ({ message: decision.message, last: decision.lastAgent ?? '' }), [decision])
  const now = useDecide(said, !byContext(decision.stage)).data
  if (!now) return null
  const says = sameOutcome(decision, now)
    ? t('today.same')
    : now.agent
      ? t('today.other', { agent: agents.get(now.agent)?.name ?? now.agent })
      : t(now.stage === 'model' ? 'today.open' : 'today.nobody')
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t px-4 py-2.5 sm:px-5">
      <p
        className={cn(
          'min-w-0 flex-1 text-base',
          sameOutcome(decision, now) ? 'text-muted' : 'font-medium text-warning',
        )}
      >
        {says}
      </p>
      <PinDecision decision={decision} />
      <Button size="small" look="quiet" icon="arrow-clockwise" onClick={() => onTry(said)}>
        {t('today.try')}
      </Button>
    </div>
  )
}

/** Lets one say that a message goes where it should. */
function Pin({ decision }: { decision: Decision }) {
  return (
    <div className="flex justify-end border-t px-4 py-2.5 sm:px-5">
      <PinDecision decision={decision} />
    </div>
  )
}

const SUGGESTED = 4

/** What stands there before anything is asked: messages to begin with. */
export function Unasked({ onTry }: { onTry: (said: Tried) => void }) {
  const t = useTexts('routing-explorer')
  const { data: agents } = useAgents()
  const language = usePreferences((state) => state.language)
  const examples = useMemo(
    () =>
      routable(agents ?? [])
        .filter((agent) => agent.status === 'active')
        .flatMap((agent) => inLanguage(agent.examples, language).slice(0, 1))
        .slice(0, SUGGESTED),
    [agents, language],
  )
  return (
    <Card>
      <Empty
        icon="signpost"
        title={t('empty.title')}
        className="py-20"
        action={
          examples.length > 0 && (
            <div className="flex max-w-140 flex-col items-center gap-2 pt-2">
              <span className="text-sm text-muted">{t('box.try')}</span>
              <span className="flex flex-wrap justify-center gap-2">
                {examples.map((message) => (
                  <Button
                    key={message}
                    size="small"
                    onClick={() => onTry({ message, last: '' })}
                    className="max-w-full"
                  >
                    <span className="min-w-0 truncate">{message}</span>
                  </Button>
                ))}
              </span>
            </div>
          )
        }
      >
        {t('empty.body')}
      </Empty>
    </Card>
  )
}

function Waiting() {
  return (
    <Card className="gap-5 p-5">
      <Skeleton className="h-14" />
      <Skeleton className="h-16" />
      <Skeleton className="h-64" />
    </Card>
  )
}
