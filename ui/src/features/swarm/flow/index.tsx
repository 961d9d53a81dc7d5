import { useCallback, useEffect, useMemo, useState } from 'react'

import { Button } from '@/components/button'
import { Empty, Failure, Skeleton } from '@/components/states'
import { useFormat } from '@/lib/format'
import { useMedia } from '@/lib/media'
import { useTexts } from '@/lib/text'

import { useAddress } from '../address'
import { useMembers, useResidents } from '../data'
import { memberOf, PERSON } from '../model'
import type { Swarm } from '../types'
import { edgesIn, played, spanCount, spanOf, spanStart, type Edge, type FlowReport, type Stretch } from './aggregate'
import { Between } from './between'
import { EdgeList } from './edge-list'
import { Graph } from './graph'
import type { Pair } from './pair'
import { usePulses } from './pulses'
import { inOrder } from './ring'
import { Strip, useSpanTime } from './strip'
import { useFlow } from './use-flow'

/** Milliseconds that a span is shown while time is played. */
const BEAT_MS = 220
/** The part of the time that is shown at once while it is played from the beginning. */
const PLAYED_PART = 10
const MOST_PULSES = 24

/** How mail flows between members, over time. */
export function FlowView({ swarm }: { swarm: Swarm }) {
  const t = useTexts('swarm-rooms')
  const flow = useFlow(swarm.id)
  return (
    <section aria-label={t('flow.title')} className="@container min-h-0 flex-1 overflow-y-auto">
      {flow.isPending ? (
        <Skeleton className="m-6 h-96" />
      ) : flow.error && !flow.data ? (
        <Failure error={flow.error} onRetry={() => void flow.refetch()} />
      ) : flow.data?.flows.length ? (
        <Flowing swarm={swarm} report={flow.data} />
      ) : (
        <Empty icon="graph" title={t('flow.empty')}>
          {t('flow.emptyBody')}
        </Empty>
      )}
    </section>
  )
}

/** A time that is looked at, in milliseconds; reports that are read later have other spans. */
interface Window {
  from: number
  to: number
}

function Flowing({ swarm, report }: { swarm: Swarm; report: FlowReport }) {
  const t = useTexts('swarm-rooms')
  const format = useFormat()
  const { go } = useAddress()
  const members = useMembers(swarm.id)
  const { data: residents } = useResidents(swarm.id)
  const still = useMedia('(prefers-reduced-motion: reduce)')
  const [window, setWindow] = useState<Window | null>(null)
  const [playing, setPlaying] = useState(false)
  const [chosen, setChosen] = useState<string | null>(null)
  const [pair, setPair] = useState<Pair | null>(null)
  const say = useSpanTime(report)
  const pulses = usePulses(swarm.id, still)
  const count = spanCount(report)
  const stretch = useMemo<Stretch>(
    () =>
      window ? { from: spanAt(report, window.from), to: spanAt(report, window.to - 1) } : { from: 0, to: count - 1 },
    [report, window, count],
  )
  const edges = useMemo(() => edgesIn(report, stretch), [report, stretch])
  const ids = useMemo(
    () =>
      inOrder(
        residents ?? [],
        PERSON,
        report.flows.flatMap((one) => [one.sender, one.recipient]),
      ),
    [residents, report],
  )
  const look = (to: Stretch) =>
    setWindow(
      to.from === 0 && to.to === count - 1
        ? null
        : { from: Date.parse(spanStart(report, to.from)), to: Date.parse(spanStart(report, to.to + 1)) },
    )

  useEffect(() => {
    if (!playing) return undefined
    const timer = setTimeout(() => {
      const next = played(stretch, count)
      if (!next) {
        setPlaying(false)
        return
      }
      setWindow({ from: Date.parse(spanStart(report, next.from)), to: Date.parse(spanStart(report, next.to + 1)) })
      pulses.getState().fire(edgesIn(report, { from: next.to, to: next.to }).slice(0, MOST_PULSES))
    }, BEAT_MS)
    return () => clearTimeout(timer)
  }, [playing, stretch, count, report, pulses])

  const play = () => {
    if (!playing && (window === null || stretch.to >= count - 1)) {
      const part = window === null ? Math.max(1, Math.round(count / PLAYED_PART)) : stretch.to - stretch.from + 1
      look({ from: 0, to: Math.min(part, count) - 1 })
    }
    setPlaying(!playing)
  }
  const choose = useCallback((id: string) => setChosen((now) => (now === id ? null : id)), [])
  const begin = Date.parse(spanStart(report, stretch.from))
  const end = Date.parse(spanStart(report, stretch.to + 1)) + 1000
  const showMails = useCallback(
    (edge: Edge) => setPair({ a: edge.sender, b: edge.recipient, from: begin, to: end }),
    [begin, end],
  )
  const mails = edges.reduce((sum, edge) => sum + edge.mails, 0)
  const listed = chosen === null ? edges : edges.filter((edge) => edge.sender === chosen || edge.recipient === chosen)
  return (
    <div className="flex flex-col gap-4 p-3 @min-[880px]:flex-row sm:p-4">
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <Graph
          ids={ids}
          edges={edges}
          members={members}
          chosen={chosen}
          onChoose={choose}
          onEdge={showMails}
          pulses={pulses}
          playing={playing}
        />
        <div className="flex items-center gap-2">
          <Button size="small" icon={playing ? 'pause' : 'play'} onClick={play} disabled={count < 2}>
            {t(playing ? 'flow.pause' : 'flow.play')}
          </Button>
          {window !== null && (
            <Button
              size="small"
              look="quiet"
              onClick={() => {
                setPlaying(false)
                setWindow(null)
              }}
            >
              {t('flow.whole')}
            </Button>
          )}
          <span className="numbers ml-auto min-w-0 truncate text-sm text-muted">
            {window !== null && `${say(stretch.from)} – ${say(stretch.to + 1)} · `}
            {t('flow.deliveries', { n: format.number(mails), count: mails })}
          </span>
        </div>
        <Strip
          report={report}
          stretch={stretch}
          onChange={(to) => {
            setPlaying(false)
            look(to)
          }}
        />
      </div>
      <div className="flex min-w-0 shrink-0 flex-col gap-2 @min-[880px]:w-72">
        <div className="flex min-h-8 items-center gap-2">
          <h2 className="min-w-0 flex-1 truncate text-sm font-semibold text-muted">
            {chosen === null ? t('flow.busiest') : memberOf(members, chosen).name}
          </h2>
          {chosen !== null && chosen !== PERSON && (
            <Button size="small" look="quiet" icon="brain" onClick={() => go({ resident: chosen })}>
              {t('room.mind', { name: memberOf(members, chosen).name })}
            </Button>
          )}
        </div>
        <EdgeList key={chosen ?? ''} edges={listed} members={members} onEdge={showMails} />
      </div>
      <Between swarmId={swarm.id} pair={pair} members={members} onClose={() => setPair(null)} />
    </div>
  )
}

const spanAt = (report: FlowReport, at: number) => spanOf(report, new Date(at).toISOString())
