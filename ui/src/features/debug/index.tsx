import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useMemo, useRef, useState, type ComponentProps } from 'react'

import { Button } from '@/components/button'
import { Drawer } from '@/components/dialog'
import { Icon } from '@/components/icon'
import { Page } from '@/components/page'
import { Empty, Failure, Skeleton } from '@/components/states'
import { cn } from '@/lib/cn'
import { useDebounced } from '@/lib/debounced'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { EventDetail } from './event-detail'
import { EventList } from './event-list'
import { isFiltered, kindsFrom, kindsTo, place, type Filter } from './filter'
import { saveLines } from './save'
import { Statistics } from './statistics'
import { Toolbar } from './toolbar'
import { useEvents, type Events } from './use-events'
import { useMedia } from './use-media'
import { SwarmNamesContext, useSwarmNames } from './use-people'

const SETTLE_MS = 300

/** Everything that happens, as it happens and as it is stored. */
export default function DebugPage() {
  const t = useTexts('debug')
  const format = useFormat()
  const address = useSearch({ from: '/debug' })
  const navigate = useNavigate({ from: '/debug' })
  const [search, setSearch] = useState('')
  const filter = useMemo<Filter>(
    () => ({
      kinds: kindsFrom(address.kind),
      agent: address.agent,
      execution: address.execution,
      search: search.trim(),
    }),
    [address, search],
  )
  const events = useEvents(useDeferredValue(filter), useDebounced(filter, SETTLE_MS))
  const { facts, paused, pause, resume } = events
  const toggle = paused ? resume : pause
  const names = useSwarmNames(facts)

  const wide = useMedia('(min-width: 1400px)')
  const [beside, setBeside] = useState(true)
  const [drawer, setDrawer] = useState(false)
  const [active, setActive] = useState<number | null>(null)
  const [open, setOpen] = useState(false)
  const keysRef = useRef<HTMLDivElement>(null)
  const searchRef = useRef<HTMLInputElement>(null)

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const at = event.target as HTMLElement
      if (event.ctrlKey || event.metaKey || event.altKey || at.closest('input,textarea,select,button,a,[role=dialog]'))
        return
      if (event.key === ' ') toggle()
      else if (event.key === '/') searchRef.current?.focus()
      else return
      event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [toggle])

  const onFilter = (change: Partial<Filter>) => {
    if (change.search !== undefined) setSearch(change.search)
    const next = { ...filter, ...change }
    void navigate({
      search: { kind: kindsTo(next.kinds), agent: next.agent, execution: next.execution },
      replace: true,
    })
  }
  const noFilter = () => onFilter({ kinds: [], agent: undefined, execution: undefined, search: '' })
  const index = active === null ? -1 : place(facts, active)
  const shown = facts[index]?.id === active ? facts[index] : undefined
  const step = (by: number) => {
    const to = facts[index + by]
    return to && (() => setActive(to.id))
  }

  return (
    <SwarmNamesContext value={names}>
      <Page
        module="debug"
        title={t('title')}
        about={<span title={t('keys')}>{t('about')}</span>}
        fill
        actions={
          <>
            <span className="numbers mr-1 text-sm text-muted max-sm:hidden">
              {t('shown', { count: facts.length, n: format.number(facts.length) })}
            </span>
            <Action icon="eye-slash" label={t('clear')} disabled={!facts.length} onClick={events.clear} />
            <Action
              icon="download-simple"
              label={t('export')}
              title={t('exportAbout')}
              disabled={!facts.length}
              onClick={() => saveLines(facts)}
            />
            <Action
              icon="chart-bar"
              label={t('statistics')}
              aria-pressed={wide ? beside : undefined}
              onClick={() => (wide ? setBeside(!beside) : setDrawer(true))}
            />
          </>
        }
      >
        <Toolbar
          filter={filter}
          onFilter={onFilter}
          searchRef={searchRef}
          paused={paused}
          waiting={events.waiting}
          onPause={toggle}
        />
        <div className="mt-3 flex min-h-0 flex-1 gap-4">
          <section
            aria-label={t('title')}
            className="flex min-w-0 flex-1 flex-col overflow-hidden rounded-lg border bg-surface"
          >
            <Contents
              events={events}
              filtered={isFiltered(filter)}
              onNoFilter={noFilter}
              active={active}
              onActive={setActive}
              keysRef={keysRef}
              onOpen={(fact) => {
                setActive(fact.id)
                setOpen(true)
              }}
            />
          </section>
          {beside && wide && (
            <aside
              aria-label={t('statistics')}
              className="w-72 shrink-0 overflow-y-auto rounded-lg border bg-surface p-4"
            >
              <Statistics onKind={(kind) => onFilter({ kinds: [kind] })} />
            </aside>
          )}
        </div>
        {!wide && (
          <Drawer open={drawer} onClose={() => setDrawer(false)} title={t('statistics')}>
            <Statistics
              onKind={(kind) => {
                onFilter({ kinds: [kind] })
                setDrawer(false)
              }}
            />
          </Drawer>
        )}
        <EventDetail
          fact={(open && shown) || null}
          onPrevious={step(-1)}
          onNext={step(1)}
          onClose={() => {
            setOpen(false)
            requestAnimationFrame(() => keysRef.current?.focus({ preventScroll: true }))
          }}
          onOnlyRun={(execution) => {
            onFilter({ execution })
            setOpen(false)
          }}
        />
      </Page>
    </SwarmNamesContext>
  )
}

/** A quiet button; only its icon on a phone. */
function Action({ label, ...button }: Omit<ComponentProps<typeof Button>, 'children' | 'look'> & { label: string }) {
  return (
    <Button look="quiet" className="max-sm:size-9 max-sm:px-0" {...button}>
      <span className="max-sm:sr-only">{label}</span>
    </Button>
  )
}

interface ContentsProps extends Pick<Parameters<typeof EventList>[0], 'active' | 'onActive' | 'onOpen' | 'keysRef'> {
  events: Events
  filtered: boolean
  onNoFilter: () => void
}

function Contents({ events, filtered, onNoFilter, ...list }: ContentsProps) {
  const t = useTexts('debug')
  if (events.error && !events.facts.length)
    return <Failure error={events.error} onRetry={events.retry} className="m-auto" />
  if (events.loading) {
    return (
      <div className="flex flex-col gap-2 p-4">
        {Array.from({ length: 12 }, (_, index) => (
          <Skeleton key={index} className="h-7" />
        ))}
      </div>
    )
  }
  if (events.facts.length) return <EventList facts={events.facts} top={<Top events={events} />} {...list} />
  if (events.cleared) {
    return (
      <Empty
        icon="eye-slash"
        title={t('cleared')}
        className="m-auto"
        action={<Button onClick={events.showAll}>{t('showAll')}</Button>}
      />
    )
  }
  if (filtered) {
    return (
      <Empty
        icon="funnel"
        title={t('noMatch.title')}
        className="m-auto"
        action={<Button onClick={onNoFilter}>{t('clearFilters')}</Button>}
      >
        {t('noMatch.body')}
      </Empty>
    )
  }
  return (
    <Empty
      icon="bug"
      title={t('empty.title')}
      className="m-auto"
      action={
        <Link
          to="/chat"
          className={cn(
            'inline-flex h-9 items-center gap-1.5 rounded-md bg-accent px-3.5 text-base',
            'font-medium text-on-accent hover:bg-accent-hover',
          )}
        >
          <Icon name="chat-circle-dots" size={17} />
          {t('empty.action')}
        </Link>
      }
    >
      {t('empty.body')}
    </Empty>
  )
}

/** What stands above the oldest event. */
function Top({ events }: { events: Events }) {
  const t = useTexts('debug')
  if (events.cleared)
    return (
      <Button size="small" look="quiet" icon="eye" onClick={events.showAll}>
        {t('showAll')}
      </Button>
    )
  if (events.earlier === 'none') return t('beginning')
  return (
    <Button size="small" look="quiet" icon="arrow-up" busy={events.earlier === 'loading'} onClick={events.loadEarlier}>
      {events.earlier === 'loading' ? t('loadingEarlier') : t(events.earlierPauses ? 'earlierPauses' : 'earlier')}
    </Button>
  )
}
