import { Toast as Radix } from 'radix-ui'
import { create } from 'zustand'

import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

import { Button, IconButton } from './button'
import { Icon } from './icon'
import type { InterfaceIcon } from './icon-names'

type Kind = 'done' | 'failed' | 'note'

interface Notice {
  id: number
  kind: Kind
  text: string
  /** Milliseconds it stays. */
  life: number
  undo?: (() => void) | undefined
  /** What to go on with from here. */
  next?: Next | undefined
}

interface Next {
  label: string
  act: () => void
}

interface Notices {
  notices: readonly Notice[]
  add: (notice: Omit<Notice, 'id'>) => number
  remove: (id: number) => void
}

let last = 0

const useNotices = create<Notices>()((set) => ({
  notices: [],
  add: (notice) => {
    last += 1
    const id = last
    set((now) => ({ notices: [...now.notices.slice(-3), { ...notice, id }] }))
    return id
  },
  remove: (id) => set((now) => ({ notices: now.notices.filter((notice) => notice.id !== id) })),
}))

/** Says something in a corner for a while, and longer where it offers to go on from there. */
export function notify(text: string, kind: Kind = 'done', next?: Next): void {
  useNotices.getState().add({ kind, text, next, life: next ? 12_000 : kind === 'failed' ? 8000 : 4000 })
}

/** Says something until somebody closes it or goes on from there. */
export function announce(text: string, next: Next): void {
  useNotices.getState().add({ kind: 'note', text, next, life: Number.POSITIVE_INFINITY })
}

export const UNDO_MS = 8000

const pending = new Map<number, () => void>()

/**
 * Does something after a while in which it can be undone: `commit` runs when the notice ends or the page is left,
 * unless `undo` was called before. The caller hides at once what is to go, and shows it again in `undo`.
 */
export function undoable(text: string, commit: () => void, undo: () => void): void {
  const id = useNotices.getState().add({ kind: 'done', text, life: UNDO_MS, undo: () => settle(undo) })
  const timer = setTimeout(() => settle(commit), UNDO_MS)
  function settle(act: () => void) {
    if (!pending.delete(id)) return
    clearTimeout(timer)
    useNotices.getState().remove(id)
    act()
  }
  pending.set(id, () => settle(commit))
}

/** Does now what waits to be undone; called when the page is left. */
export function commitAll(): void {
  for (const commit of pending.values()) commit()
}

const ICONS: Record<Kind, [InterfaceIcon, string]> = {
  done: ['check-circle', 'text-success'],
  failed: ['warning-circle', 'text-danger'],
  note: ['info', 'text-info'],
}

/** Where notices appear. */
export function Toasts() {
  const t = useTexts('shared')
  const { notices, remove } = useNotices()
  return (
    <Radix.Provider swipeDirection="right" label={t('notices')}>
      {notices.map((notice) => {
        const [icon, tone] = ICONS[notice.kind]
        return (
          <Radix.Root
            key={notice.id}
            duration={notice.undo ? Number.POSITIVE_INFINITY : notice.life}
            onOpenChange={(open) => !open && remove(notice.id)}
            className="flex animate-rise items-center gap-2.5 rounded-lg border floating py-2 pr-2 pl-3.5 shadow-float"
          >
            <Icon name={icon} size={18} className={tone} />
            <Radix.Description className={cn('min-w-0 flex-1 text-base break-words')}>{notice.text}</Radix.Description>
            {notice.undo && (
              <Radix.Action asChild altText={t('undo')}>
                <Button size="small" look="quiet" className="text-accent" onClick={notice.undo}>
                  {t('undo')}
                </Button>
              </Radix.Action>
            )}
            {notice.next && (
              <Radix.Action asChild altText={notice.next.label}>
                <Button size="small" look="quiet" className="text-accent" onClick={notice.next.act}>
                  {notice.next.label}
                </Button>
              </Radix.Action>
            )}
            <Radix.Close asChild>
              <IconButton icon="x" size="small" label={t('dismiss')} onClick={() => pending.get(notice.id)?.()} />
            </Radix.Close>
          </Radix.Root>
        )
      })}
      <Radix.Viewport
        className={cn(
          'fixed right-4 bottom-4 z-50 flex w-[min(400px,calc(100vw-32px))] flex-col gap-2',
          'max-sm:bottom-18',
        )}
      />
    </Radix.Provider>
  )
}
