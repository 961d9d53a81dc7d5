import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { api, data } from '@/client/api'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { notify } from './toasts'

/** Opens where a run happened, of which only the id is known: its thread, or the mind of the resident that did it. */
export function RunLink({
  executionId,
  title,
  className,
  children,
}: {
  executionId: string
  title?: string
  className?: string
  children: ReactNode
}) {
  const t = useTexts('shared')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const open = async () => {
    try {
      const { conversationId, swarmId, residentId } = await queries.fetchQuery({
        queryKey: keys.execution(executionId),
        queryFn: () => data(api.GET('/api/agents/execution/{id}', { params: { path: { id: executionId } } })),
      })
      if (swarmId && residentId)
        await navigate({
          to: '/swarm/$swarmId',
          params: { swarmId },
          search: { resident: residentId, turn: executionId },
        })
      else await navigate({ to: '/chat/$conversationId', params: { conversationId }, search: { turn: executionId } })
    } catch {
      notify(t('runGone'), 'failed')
    }
  }
  return (
    <button
      type="button"
      title={title}
      onClick={() => void open()}
      className={className ?? 'shrink-0 rounded-sm text-accent underline-offset-4 hover:underline'}
    >
      {children}
    </button>
  )
}
