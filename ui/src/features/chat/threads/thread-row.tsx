import { Link } from '@tanstack/react-router'
import { memo, useRef, useState } from 'react'

import type { Agent, Conversation } from '@/client/api'
import { Avatar } from '@/components/avatar'
import { IconButton } from '@/components/button'
import { Chip } from '@/components/chip'
import { CONTROL } from '@/components/field'
import { Icon } from '@/components/icon'
import { Menu, MenuItem, MenuLine } from '@/components/menu'
import { PutIntoProject } from '@/components/projects'
import { Snippet } from '@/components/snippet'
import { Ago } from '@/components/time'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

const LONGEST_TITLE = 200

export interface RowActions {
  rename: (thread: Conversation, title: string) => void
  pin: (thread: Conversation) => void
  copyLink: (thread: Conversation) => void
  remove: (thread: Conversation) => void
  /** Begins and ends the renaming of a thread. */
  edit: (id: string | null) => void
}

/** Where what is sought stands in a thread. */
export interface Match {
  turnId: string
  snippet: string
  marks: readonly (readonly number[])[]
}

interface ThreadRowProps {
  thread: Conversation
  match: Match | undefined
  agent: Agent | undefined
  selected: boolean
  running: boolean
  /** A call in it waits for this person's word, or a run for room under a limit. */
  waits: boolean
  editing: boolean
  /** Whether the Tab key leads here; within the list one moves by arrow keys. */
  reachable: boolean
  line: number
  actions: RowActions
}

/** One thread of the list. */
export const ThreadRow = memo(function ThreadRow({
  thread,
  match,
  agent,
  selected,
  running,
  waits,
  editing,
  reachable,
  line,
  actions,
}: ThreadRowProps) {
  const t = useTexts('chat-threads')
  const shared = useTexts('shared')
  if (editing) return <TitleEditor thread={thread} actions={actions} />
  return (
    <div className="group relative">
      <Link
        to="/chat/$conversationId"
        params={{ conversationId: thread.id }}
        search={match && { turn: match.turnId }}
        data-line={line}
        tabIndex={reachable ? 0 : -1}
        aria-current={selected ? 'page' : undefined}
        className={cn(
          'flex h-14 items-center gap-2.5 rounded-md py-1.5 pr-2 pl-2 transition-colors',
          'duration-120 focus-visible:-outline-offset-2',
          selected ? 'bg-accent-soft' : 'hover:bg-hover',
        )}
      >
        <Avatar agent={agent} size={30} state={waits ? 'waiting' : running ? 'working' : undefined} />
        <span className="flex min-w-0 flex-1 flex-col gap-0.5">
          <span className="flex min-w-0 items-center gap-1.5 pr-7">
            <span
              className={cn('min-w-0 flex-1 truncate text-base', selected ? 'font-semibold' : 'font-medium')}
              title={thread.title}
            >
              {thread.title}
            </span>
          </span>
          {match ? (
            <Snippet text={match.snippet} marks={match.marks} lead={12} className="truncate text-xs text-muted" />
          ) : (
            <span className="flex min-w-0 items-center gap-1.5 text-xs text-muted">
              <Chip
                tone={thread.mode === 'direct' ? 'accent' : 'neutral'}
                className={cn('h-4.5 px-1.5', thread.mode === 'supervised' && 'border border-line-strong')}
              >
                {shared(`mode.${thread.mode}`)}
              </Chip>
              {waits ? (
                <span className="flex min-w-0 items-center gap-1 truncate text-info">
                  <Icon name="hourglass" size={12} />
                  {shared('status.waiting')}
                </span>
              ) : running ? (
                <span className="flex min-w-0 items-center gap-1 truncate text-accent">
                  <Icon name="circle-notch" size={12} className="animate-spin" />
                  {t('running')}
                </span>
              ) : (
                <Ago at={thread.updatedAt} className="min-w-0 truncate" />
              )}
              {thread.pinned && <Icon name="push-pin" size={12} label={t('pinned')} className="ml-auto text-faint" />}
            </span>
          )}
        </span>
      </Link>
      <span
        className={cn(
          'absolute top-1.5 right-1.5 opacity-0 group-focus-within:opacity-100',
          'group-hover:opacity-100 has-[[data-state=open]]:opacity-100 max-lg:opacity-100',
        )}
      >
        <Menu
          trigger={
            <IconButton
              icon="dots-three"
              size="small"
              label={t('menuOf', { title: thread.title })}
              tabIndex={reachable ? 0 : -1}
            />
          }
        >
          <MenuItem icon="pencil-simple" onSelect={() => actions.edit(thread.id)}>
            {t('rename')}
          </MenuItem>
          <MenuItem icon={thread.pinned ? 'push-pin-slash' : 'push-pin'} onSelect={() => actions.pin(thread)}>
            {t(thread.pinned ? 'unpin' : 'pin')}
          </MenuItem>
          <PutIntoProject kind="conversation" id={thread.id} title={thread.title} />
          <MenuItem icon="link" onSelect={() => actions.copyLink(thread)}>
            {t('copyLink')}
          </MenuItem>
          <MenuLine />
          <MenuItem icon="trash" danger onSelect={() => actions.remove(thread)}>
            {t('delete')}
          </MenuItem>
        </Menu>
      </span>
    </div>
  )
})

function TitleEditor({ thread, actions }: { thread: Conversation; actions: RowActions }) {
  const t = useTexts('chat-threads')
  const [title, setTitle] = useState(thread.title)
  // Leaving the field when it goes away must not save a second time, nor what was given up.
  const over = useRef(false)
  const end = (wanted: string) => {
    if (over.current) return
    over.current = true
    actions.edit(null)
    if (wanted && wanted !== thread.title) actions.rename(thread, wanted)
  }
  return (
    <div className="flex h-14 items-center px-1">
      <input
        autoFocus
        value={title}
        maxLength={LONGEST_TITLE}
        aria-label={t('renameLabel')}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTitle(event.target.value)}
        onBlur={() => end(title.trim())}
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.key === 'Enter') end(title.trim())
          if (event.key === 'Escape') end('')
        }}
        className={cn(CONTROL, 'h-9')}
      />
    </div>
  )
}
