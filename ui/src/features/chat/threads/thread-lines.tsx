import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'

import type { Conversation } from '@/client/api'
import { useWaiting } from '@/components/approval'
import { Button } from '@/components/button'
import { Icon } from '@/components/icon'
import { useAgentsById } from '@/lib/agents'
import { midnight } from '@/lib/day'
import { useTexts } from '@/lib/text'

import { useThreadChanges } from './changes'
import { inGroups, neighbour, type Grouping, type Line } from './groups'
import { useRunningThreads } from './running'
import { ThreadRow, type Match, type RowActions } from './thread-row'

const HEAD_HEIGHT = 34
const ROW_HEIGHT = 58
/** How many lines before the end the next page is asked for. */
const AHEAD = 8

interface ThreadLinesProps {
  threads: readonly Conversation[]
  /** Where what is sought stands in them, by thread. */
  matches: ReadonlyMap<string, Match>
  grouping: Grouping
  selectedId: string | undefined
  /** Whether there are further threads on the server. */
  more: 'none' | 'there' | 'failed'
  onMore: () => void
  fetching: boolean
}

/** The threads as lines; only those in sight are drawn. */
export function ThreadLines({ threads, matches, grouping, selectedId, more, onMore, fetching }: ThreadLinesProps) {
  const t = useTexts('chat-threads')
  const shared = useTexts('shared')
  const agents = useAgentsById()
  const { running, waiting: held } = useRunningThreads()
  const calls = useWaiting().data?.approvals
  const waiting = useMemo(() => new Set([...held, ...(calls ?? []).map((call) => call.conversationId)]), [held, calls])
  const { change, remove, copyLink } = useThreadChanges(selectedId)
  const lines = useMemo(() => inGroups(threads, grouping, Date.parse(midnight())), [threads, grouping])
  const [editing, setEditing] = useState<string | null>(null)
  const [active, setActive] = useState<string | null>(null)
  const scroll = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- nothing of it is handed to parts that remember
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroll.current,
    estimateSize: (index) => (lines[index]!.type === 'head' ? HEAD_HEIGHT : ROW_HEIGHT),
    getItemKey: (index) => lines[index]!.key,
    overscan: 6,
  })
  const shown = virtual.getVirtualItems()
  const last = shown.at(-1)?.index ?? 0
  useEffect(() => {
    if (more === 'there' && !fetching && last >= lines.length - AHEAD) onMore()
  }, [more, fetching, last, lines.length, onMore])

  // A row that is to get the focus may be drawn only after the list has moved to it.
  const wanted = useRef<string | null>(null)
  const focusWanted = useCallback(() => {
    const index = wanted.current === null ? -1 : lines.findIndex((line) => line.key === wanted.current)
    const row = scroll.current?.querySelector<HTMLElement>(`a[data-line="${index}"]`)
    if (!row) return
    wanted.current = null
    row.focus()
  }, [lines])
  useEffect(focusWanted)
  const focusLine = useCallback(
    (index: number) => {
      const line = lines[index]
      if (line?.type !== 'thread') return
      wanted.current = line.key
      setActive(line.key)
      virtual.scrollToIndex(index)
      focusWanted()
    },
    [lines, virtual, focusWanted],
  )
  // The row that was renamed takes the focus back from its input.
  const edited = useRef<string | null>(null)
  useEffect(() => {
    if (editing) edited.current = editing
    else if (edited.current) {
      const index = lines.findIndex((line) => line.key === edited.current)
      edited.current = null
      if (!document.activeElement || document.activeElement === document.body) focusLine(index)
    }
  }, [editing, lines, focusLine])

  const actions = useMemo<RowActions>(
    () => ({
      rename: (thread, title) => void change(thread, { title }),
      pin: (thread) => void change(thread, { pinned: !thread.pinned }),
      copyLink: (thread) => void copyLink(thread),
      remove: (thread) => remove(thread, running.has(thread.id)),
      edit: setEditing,
    }),
    [change, copyLink, remove, running],
  )

  const onKeyDown = (event: KeyboardEvent) => {
    const link = (event.target as HTMLElement).closest<HTMLElement>('a[data-line]')
    if (!link) return
    const index = Number(link.dataset.line)
    const line = lines[index]
    if (line?.type !== 'thread') return
    const act = {
      ArrowDown: () => focusLine(neighbour(lines, index, 1)),
      ArrowUp: () => focusLine(neighbour(lines, index, -1)),
      Home: () => focusLine(neighbour(lines, -1, 1)),
      End: () => focusLine(neighbour(lines, lines.length, -1)),
      F2: () => setEditing(line.key),
      Delete: () => {
        const next = neighbour(lines, index, 1)
        focusLine(next === index ? neighbour(lines, index, -1) : next)
        actions.remove(line.thread)
      },
    }[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }

  const reachable =
    [active, selectedId].find((key) => key && lines.some((line) => line.key === key)) ??
    lines.find((line) => line.type === 'thread')?.key
  const headOf = (line: Line & { type: 'head' }) =>
    typeof line.group === 'string' ? t(line.group) : (agents.get(line.group.agent)?.name ?? line.group.agent)

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the links inside are heard here
    <div ref={scroll} onKeyDown={onKeyDown} className="min-h-0 flex-1 overflow-y-auto px-2 pb-3">
      <p className="sr-only">{t('keys')}</p>
      <div className="relative w-full" style={{ height: virtual.getTotalSize() }}>
        {shown.map((item) => {
          const line = lines[item.index]!
          return (
            <div
              key={item.key}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${item.start}px)`, height: item.size }}
            >
              {line.type === 'head' ? (
                <h2 className="flex h-full items-end px-2 pb-1.5 text-xs font-medium text-muted">
                  <span className="truncate">{headOf(line)}</span>
                </h2>
              ) : (
                <ThreadRow
                  thread={line.thread}
                  match={matches.get(line.thread.id)}
                  agent={agents.get(line.thread.agentId)}
                  selected={line.thread.id === selectedId}
                  running={running.has(line.thread.id)}
                  waits={waiting.has(line.thread.id)}
                  editing={editing === line.key}
                  reachable={reachable === line.key}
                  line={item.index}
                  actions={actions}
                />
              )}
            </div>
          )
        })}
      </div>
      {fetching && (
        <p role="status" className="flex items-center justify-center gap-1.5 py-2 text-sm text-muted">
          <Icon name="circle-notch" size={14} className="animate-spin" />
          {t('loadingMore')}
        </p>
      )}
      {more === 'failed' && (
        <p role="alert" className="flex flex-wrap items-center justify-center gap-2 py-2 text-sm text-muted">
          {t('moreFailed')}
          <Button size="small" onClick={onMore}>
            {shared('retry')}
          </Button>
        </p>
      )}
    </div>
  )
}
