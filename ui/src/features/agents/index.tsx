import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'

import { api, data } from '@/client/api'
import { Button, buttonLook, IconButton } from '@/components/button'
import { Icon } from '@/components/icon'
import { Menu, MenuItem } from '@/components/menu'
import { Page } from '@/components/page'
import { Empty, Failure, Skeleton, useReason } from '@/components/states'
import { notify } from '@/components/toasts'
import { useAgents } from '@/lib/agents'
import { lazyPart } from '@/lib/lazy-part'
import { usePreferences } from '@/lib/preferences'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { can } from './acts'
import { download, readBundle } from './export'
import { Cards } from './list/cards'
import { useChoice } from './list/choice'
import { entriesOf, filterCount, NO_FILTERS, shown } from './list/filters'
import { Tick } from './list/parts'
import { Selection } from './list/selection'
import { Table } from './list/table'
import { FilterChips, Toolbar } from './list/toolbar'
import { useStuck } from './list/stuck'
import { useRemoving } from './removing'
import { useActs } from './use-acts'

const ImportDialog = lazyPart(() => import('./import/dialog').then((module) => ({ default: module.ImportDialog })))
const NONE: never[] = []

/** Manage: all agents, and what can be done to them. */
export default function AgentsPage() {
  const t = useTexts('agents')
  const scroller = useRef<HTMLDivElement>(null)
  const [importing, setImporting] = useState<'never' | 'closed' | 'open'>('never')
  const agents = useAgents()
  return (
    <Page
      module="agents"
      title={t('title')}
      about={t('about')}
      scroller={scroller}
      actions={
        <>
          <More />
          <Button icon="upload-simple" onClick={() => setImporting('open')}>
            {t('import')}
          </Button>
          <Link to="/agents/new" className={buttonLook('primary')}>
            <Icon name="plus" size={17} />
            {t('create')}
          </Link>
        </>
      }
    >
      {agents.isPending ? (
        <Loading />
      ) : agents.error && !agents.data ? (
        <Failure error={agents.error} onRetry={() => void agents.refetch()} />
      ) : (
        <List scroller={scroller} />
      )}
      <Suspense>
        {importing !== 'never' && <ImportDialog open={importing === 'open'} onClose={() => setImporting('closed')} />}
      </Suspense>
    </Page>
  )
}

function Loading() {
  return (
    <div className="grid gap-4 pt-24 sm:grid-cols-2 lg:grid-cols-3">
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} className="h-59 rounded-lg" />
      ))}
    </div>
  )
}

function More() {
  const t = useTexts('agents')
  const reason = useReason()
  const act = useActs()
  const removing = useRemoving((state) => state.ids)
  const { data: agents = NONE } = useAgents()
  const temporary = agents.filter((agent) => can('keep', agent) && !removing.has(agent.id))
  const exportOwn = async () => {
    try {
      const bundle = await readBundle([])
      if (!bundle.agents.length) return notify(t('done.nothingToExport'), 'note')
      download('agents.json', bundle)
      notify(t('done.exported', { count: bundle.agents.length, name: bundle.agents[0]!.name }))
    } catch (error) {
      notify(reason(error), 'failed')
    }
  }
  return (
    <Menu trigger={<IconButton icon="dots-three" label={t('more')} />}>
      <MenuItem icon="download-simple" onSelect={() => void exportOwn()}>
        {t('exportOwn')}
      </MenuItem>
      <MenuItem icon="trash" danger disabled={!temporary.length} onSelect={() => void act('delete', temporary)}>
        {t('cleanup', { count: temporary.length })}
      </MenuItem>
    </Menu>
  )
}

function List({ scroller }: { scroller: React.RefObject<HTMLDivElement | null> }) {
  const t = useTexts('agents')
  const act = useActs()
  const language = usePreferences((state) => state.language)
  const { data: agents = NONE } = useAgents()
  const figures = useQuery({ queryKey: keys.metrics, queryFn: () => data(api.GET('/api/agents/metrics')) })
  const health = useQuery({ queryKey: keys.agentHealth, queryFn: () => data(api.GET('/api/agents/health')) })
  const removing = useRemoving((state) => state.ids)
  const { view, sorting, filters, setFilters } = useChoice()
  const sought = useDeferredValue(filters)

  const all = useMemo(
    () => entriesOf(agents, figures.data?.agents ?? NONE, health.data?.agents ?? NONE, removing),
    [agents, figures.data, health.data, removing],
  )
  const entries = useMemo(() => shown(all, sought, sorting, language), [all, sought, sorting, language])
  const { selected, chosen, choose, chooseAll, clear } = useSelection(entries)
  const { setElement, stuck, height } = useStuck(scroller)

  const filtered = filterCount(filters) > 0 || filters.text.trim() !== ''
  return (
    <div style={{ '--list-top': `${height}px` } as React.CSSProperties}>
      <div
        ref={setElement}
        className={`sticky top-0 z-10 -mx-4 px-4 sm:-mx-8 sm:px-8 ${stuck ? 'border-b bg-canvas' : ''}`}
      >
        <div className="py-2">
          <Toolbar />
        </div>
        <div className="flex min-h-9 items-center gap-1.5 pb-1">
          <Tick
            checked={chosen.length === 0 ? false : chosen.length === entries.length ? true : 'some'}
            onChange={(checked) => (checked ? chooseAll() : clear())}
            label={t('selectAll')}
          />
          {chosen.length > 0 ? (
            <Selection agents={chosen} act={act} onClear={clear} />
          ) : (
            <>
              <span className="numbers shrink-0 text-sm text-muted" aria-live="polite">
                {entries.length < all.length
                  ? t('countOf', { shown: entries.length, total: all.length })
                  : t('count', { count: all.length })}
              </span>
              <span className="flex min-w-0 gap-1.5 overflow-x-auto pl-1.5">
                <FilterChips />
              </span>
            </>
          )}
        </div>
      </div>
      {entries.length > 0 ? (
        view === 'cards' ? (
          <Cards entries={entries} scroller={scroller} selected={selected} onSelect={choose} act={act} />
        ) : (
          <Table entries={entries} scroller={scroller} selected={selected} onSelect={choose} act={act} />
        )
      ) : filtered || all.length > 0 ? (
        <Empty
          icon="magnifying-glass"
          title={t('empty.none')}
          action={<Button onClick={() => setFilters(NO_FILTERS)}>{t('empty.clear')}</Button>}
        >
          {t('empty.noneBody')}
        </Empty>
      ) : (
        <Empty
          icon="robot"
          title={t('empty.title')}
          action={
            <Link to="/agents/new" className={buttonLook('primary')}>
              {t('create')}
            </Link>
          }
        >
          {t('empty.body')}
        </Empty>
      )}
    </div>
  )
}

/** Which of the entries are selected; what is not shown is not selected. */
function useSelection(entries: ReturnType<typeof shown>) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string | null>(null)
  const ids = useMemo(() => entries.map((entry) => entry.agent.id), [entries])
  const chosen = useMemo(
    () => entries.filter((entry) => picked.has(entry.agent.id)).map((entry) => entry.agent),
    [entries, picked],
  )
  const choose = useCallback(
    (id: string, checked: boolean, through: boolean) => {
      const from = through && last.current !== null ? ids.indexOf(last.current) : -1
      const to = ids.indexOf(id)
      const those = from < 0 ? [id] : ids.slice(Math.min(from, to), Math.max(from, to) + 1)
      last.current = id
      setPicked((now) => {
        const next = new Set(now)
        for (const one of those) {
          if (checked) next.add(one)
          else next.delete(one)
        }
        return next
      })
    },
    [ids],
  )
  const chooseAll = useCallback(() => setPicked(new Set(ids)), [ids])
  const clear = useCallback(() => setPicked(new Set()), [])
  return { selected: picked, chosen, choose, chooseAll, clear }
}
