import { useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { create } from 'zustand'

import { api, data, root, type Conversation, type Schemas } from '@/client/api'
import { useReason } from '@/components/states'
import { notify, undoable } from '@/components/toasts'
import { copyText } from '@/lib/clipboard'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

type Pages = InfiniteData<Schemas['ConversationList'], string | null>

interface Hidden {
  /** Ids of threads that are about to be deleted and can still be brought back. */
  ids: ReadonlySet<string>
  hide: (id: string) => void
  show: (id: string) => void
}

/** The threads that are hidden until their deletion is done or undone. */
export const useHidden = create<Hidden>()((set) => ({
  ids: new Set(),
  hide: (id) => set((now) => ({ ids: new Set([...now.ids, id]) })),
  show: (id) => set((now) => ({ ids: new Set([...now.ids].filter((one) => one !== id)) })),
}))

/** What can be done to a thread; each change shows at once and is taken back where the server refuses it. */
export function useThreadChanges(selectedId: string | undefined) {
  const t = useTexts('chat-threads')
  const reason = useReason()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { hide, show } = useHidden()

  const change = useCallback(
    async (thread: Conversation, changes: { title?: string; pinned?: boolean }) => {
      await queries.cancelQueries({ queryKey: keys.conversations })
      queries.setQueriesData<Pages>({ queryKey: keys.conversations }, (pages) => changed(pages, thread.id, changes))
      try {
        await data(api.PATCH('/api/conversations/{id}', { params: { path: { id: thread.id } }, body: changes }))
      } catch (error) {
        notify(reason(error), 'failed')
      }
      void queries.invalidateQueries({ queryKey: keys.conversations })
      void queries.invalidateQueries({ queryKey: keys.conversation(thread.id) })
    },
    [queries, reason],
  )

  const remove = useCallback(
    (thread: Conversation, running: boolean) => {
      if (running) return notify(t('runningNotDeleted', { title: thread.title }), 'note')
      const commit = async () => {
        try {
          // It must also get through while the page is being left.
          await data(api.DELETE('/api/conversations/{id}', { params: { path: { id: thread.id } }, keepalive: true }))
          await queries.invalidateQueries({ queryKey: keys.conversations })
        } catch (error) {
          show(thread.id)
          notify(reason(error), 'failed')
        }
      }
      hide(thread.id)
      if (thread.id === selectedId) void navigate({ to: '/chat' })
      undoable(
        t('deleted', { title: thread.title }),
        () => void commit(),
        () => show(thread.id),
      )
    },
    [t, reason, queries, navigate, hide, show, selectedId],
  )

  const copyLink = useCallback(
    async (thread: Conversation) => {
      const copied = await copyText(`${location.origin}${root}/chat/${thread.id}`)
      notify(t(copied ? 'linkCopied' : 'notCopied'), copied ? 'done' : 'failed')
    },
    [t],
  )

  return { change, remove, copyLink }
}

function changed(pages: Pages | undefined, id: string, changes: Partial<Conversation>): Pages | undefined {
  return (
    pages && {
      ...pages,
      pages: pages.pages.map((page) => ({
        ...page,
        conversations: page.conversations.map((one) => (one.id === id ? { ...one, ...changes } : one)),
      })),
    }
  )
}
