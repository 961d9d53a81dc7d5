import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'

import { api, data } from '@/client/api'
import { Avatar } from '@/components/avatar'
import { IconButton } from '@/components/button'
import { Icon } from '@/components/icon'
import { useReason } from '@/components/states'
import { notify } from '@/components/toasts'
import { useAgentsById } from '@/lib/agents'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

/** An execution that was begun here. */
export interface Sent {
  id: string
  conversationId: string
}

interface QuickProps {
  /** The agent that is chosen on the page. */
  agentId: string | undefined
  onSent: (sent: Sent) => void
  className?: string
}

/** Sends a message, and lets one watch it find its way. */
export function QuickExecute({ agentId, onSent, className }: QuickProps) {
  const t = useTexts('architecture')
  const reason = useReason()
  const queries = useQueryClient()
  const chosen = useAgentsById().get(agentId ?? '')
  const [message, setMessage] = useState('')
  const [declined, setDeclined] = useState<string | null>(null)
  const agent =
    chosen && chosen.role !== 'helper' && chosen.role !== 'supervisor' && chosen.id !== declined ? chosen : undefined
  const execute = useMutation({
    mutationFn: (text: string) =>
      data(
        api.POST('/api/agents/execute', {
          body: { message: text, agentId: agent?.id ?? null, forceSupervised: false },
        }),
      ),
    onSuccess: (accepted) => {
      onSent({ id: accepted.id, conversationId: accepted.conversationId })
      void queries.invalidateQueries({ queryKey: keys.overview })
    },
    onError: (error, text) => {
      // What was written is not lost; what was begun meanwhile comes after it.
      setMessage((now) => [text, now].filter(Boolean).join(' '))
      notify(reason(error), 'failed')
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const text = message.trim()
    if (!text || execute.isPending) return
    setMessage('')
    execute.mutate(text)
  }
  const prompt = agent ? t('quick.toAgent', { name: agent.name }) : t('quick.toAll')
  return (
    <form
      onSubmit={submit}
      className={cn(
        'flex h-12 items-center gap-1.5 rounded-lg border floating pr-1.5 pl-3.5 shadow-float',
        'focus-within:border-accent',
        className,
      )}
    >
      {agent && (
        <span className="flex min-w-0 shrink-0 items-center gap-1.5 rounded-full bg-sunken py-0.5 pl-1 text-sm">
          <Avatar agent={agent} size={20} />
          <span className="max-w-24 truncate">{agent.name}</span>
          <IconButton
            icon="x"
            size="small"
            label={t('quick.toEveryone')}
            className="size-6"
            onClick={() => setDeclined(agent.id)}
          />
        </span>
      )}
      <input
        value={message}
        onChange={(event) => setMessage(event.target.value)}
        aria-label={prompt}
        placeholder={prompt}
        autoComplete="off"
        className="h-full min-w-0 flex-1 bg-transparent text-base outline-none focus-visible:outline-none"
      />
      <button
        type="submit"
        aria-label={t('quick.send')}
        disabled={!message.trim() || execute.isPending}
        className={cn(
          'grid size-9 shrink-0 place-items-center rounded-md bg-accent text-on-accent',
          'transition-colors duration-120 hover:bg-accent-hover disabled:opacity-40',
        )}
      >
        <Icon
          name={execute.isPending ? 'circle-notch' : 'paper-plane-right'}
          size={18}
          className={execute.isPending ? 'animate-spin' : ''}
        />
      </button>
    </form>
  )
}
