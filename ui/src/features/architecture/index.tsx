import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useCallback, useEffect, useMemo, useState } from 'react'

import { api, data } from '@/client/api'
import { Page } from '@/components/page'
import { Failure, Skeleton } from '@/components/states'
import { Choice } from '@/components/tabs'
import { useAgentsById } from '@/lib/agents'
import { midnight } from '@/lib/day'
import { lazyPart } from '@/lib/lazy-part'
import { useMedia } from '@/lib/media'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { Delegations } from './delegations'
import type { Findable } from './find'
import { FindBox } from './find-box'
import { useFlowFeed } from './flow-store'
import { useUnwell } from './health'
import { ListView } from './list-view'
import { useOpen } from './open'
import { OpenPanel } from './open-panel'
import { isMember, planOf, type Grouping } from './plan'
import { QuickExecute, type Sent } from './quick'
import { QuickResult } from './quick-result'
import { Runs } from './runs'
import { Split } from './split'
import { Sections } from './sections'
import { PLAIN_STATIONS, type StationKind } from './stations'
import { useFocus, useView, type ViewKind } from './view-store'

const Graph = lazyPart(() => import('./graph'))
const route = getRouteApi('/architecture')
const NO_TAGS: readonly string[] = []

/** The way of every message through supervisor, router, agents and review, as it happens. */
export default function Architecture() {
  const t = useTexts('architecture')
  const shown = route.useSearch()
  const open = useOpen()
  const agents = useAgentsById()
  const phone = useMedia('(max-width: 699.98px)')
  const view = useView()
  const kind = view.kind ?? (phone ? 'list' : 'graph')
  const graph = useQuery({ queryKey: keys.graph, queryFn: () => data(api.GET('/api/agents/graph')), staleTime: 60_000 })
  const overview = useQuery({
    queryKey: keys.overview,
    queryFn: () => data(api.GET('/api/overview', { params: { query: { since: midnight() } } })),
  })
  useFlowFeed(overview.data?.running, overview.dataUpdatedAt)
  const unwell = useUnwell()

  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const [sent, setSent] = useState<Sent | null>(null)
  const [goal, setGoal] = useState<{ id: string; turn: number } | null>(null)
  const members = graph.data?.nodes.filter(isMember).length ?? 0
  const grouping = view.grouping ?? 'role'
  const plan = useMemo(
    () => graph.data && planOf(graph.data, (id) => agents.get(id)?.tags ?? NO_TAGS, grouping, toggled),
    [graph.data, agents, grouping, toggled],
  )
  const toggle = useCallback(
    (group: string) =>
      setToggled((now) =>
        now.has(group) ? new Set([...now].filter((one) => one !== group)) : new Set([...now, group]),
      ),
    [],
  )
  const onOpen = useCallback((id: string) => open({ agent: id }), [open])
  const onClose = useCallback(() => open({}), [open])
  const reach = (id: string) => {
    const box = plan?.boxes.find((one) => one.id === plan.boxOf.get(id))
    if (box?.type === 'group' && !box.open) toggle(box.id)
    setGoal((now) => ({ id, turn: (now?.turn ?? 0) + 1 }))
    onOpen(id)
  }
  useEffect(() => useFocus.setState({ selected: shown.agent ?? null }), [shown.agent])

  const all = useMemo<Findable[]>(
    () =>
      (graph.data?.nodes ?? []).map((node) => ({
        node,
        name: PLAIN_STATIONS.has(node.kind) ? t(`station.${node.kind as StationKind}`) : node.label,
        tags: agents.get(node.id)?.tags ?? NO_TAGS,
      })),
    [graph.data, agents, t],
  )
  const asked = shown.agent && !PLAIN_STATIONS.has(shown.agent) ? shown.agent : undefined

  const result = sent && <QuickResult key={sent.id} sent={sent} onClose={() => setSent(null)} />
  const picture = graph.error ? (
    <Failure error={graph.error} onRetry={() => void graph.refetch()} />
  ) : !plan || !graph.data ? (
    <Skeleton className="absolute inset-0 rounded-lg" />
  ) : kind === 'list' ? (
    <div className="flex h-full flex-col">
      <div className="min-h-0 flex-1 overflow-y-auto pr-1">
        <ListView nodes={graph.data.nodes} agents={agents} goal={goal} unwell={unwell} onOpen={onOpen} />
      </div>
      {phone && result && <div className="flex max-h-[45%] flex-col pt-2">{result}</div>}
      <QuickExecute agentId={asked} onSent={setSent} className="mx-auto mt-2 w-full max-w-200" />
    </div>
  ) : (
    <div className="absolute inset-0 overflow-hidden rounded-lg border bg-canvas">
      <Suspense fallback={<Skeleton className="absolute inset-0" />}>
        <Graph plan={plan} agents={agents} goal={goal} onOpen={onOpen} onToggle={toggle} unwell={unwell} />
      </Suspense>
      <QuickExecute
        agentId={asked}
        onSent={setSent}
        className="absolute inset-x-4 bottom-4 z-10 mx-auto max-w-140 lg:inset-x-46"
      />
      {phone && result && <div className="absolute inset-x-4 bottom-19 z-10 flex max-h-[45%] flex-col">{result}</div>}
    </div>
  )
  const grouped = kind === 'graph' && members > 3
  return (
    <Page
      module="architecture"
      title={t('title')}
      about={phone ? undefined : t('about')}
      fill
      actions={
        <>
          <FindBox all={all} onFound={reach} />
          {grouped && (
            <Choice<Grouping>
              label={t('grouping.label')}
              value={grouping}
              onChange={(value) => view.choose({ grouping: value })}
              options={(['role', 'tag', 'none'] as const).map((value) => ({ value, label: t(`grouping.${value}`) }))}
            />
          )}
          <Choice<ViewKind>
            label={t('view.label')}
            value={kind}
            onChange={(value) => view.choose({ kind: value })}
            options={(['graph', 'list'] as const).map((value) => ({ value, label: t(`view.${value}`) }))}
          />
        </>
      }
    >
      <div className="flex min-h-0 flex-1 gap-4">
        {phone ? (
          <Sections
            parts={[
              [
                'way',
                <div key="way" className="relative h-full">
                  {picture}
                </div>,
              ],
              ['runs', <Runs key="runs" />],
              ['delegations', <Delegations key="log" />],
            ]}
          />
        ) : (
          <Split
            upper={picture}
            lower={
              <div className="flex min-h-0 flex-1 gap-3">
                <Sections
                  parts={[
                    ['runs', <Runs key="runs" />],
                    ['delegations', <Delegations key="log" />],
                  ]}
                  framed
                />
                {result && <div className="flex w-[min(380px,45%)] shrink-0 flex-col">{result}</div>}
              </div>
            }
          />
        )}
        <OpenPanel shown={shown} onClose={onClose} />
      </div>
    </Page>
  )
}
