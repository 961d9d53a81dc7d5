import { useNavigate } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'

import type { Agent } from '@/client/api'
import { Avatar } from '@/components/avatar'
import { useTitle } from '@/components/page'
import { useAccountPreferences } from '@/lib/account'
import { SUPERVISOR, useAgents, useAgentsById } from '@/lib/agents'
import { keepDraft } from '@/lib/drafts'
import { usePreferences, type Language } from '@/lib/preferences'

import { Composer, type ComposerHandle } from './composer'
import { inLanguage } from './language'
import { addressable } from './mentions'
import { PlaceBar } from './place-bar'
import { mainThread, useSend, type Mode } from './send'
import { useChatTexts } from './texts'

const SUGGESTIONS = 9
const SUGGESTIONS_OF_ONE = 6

interface BeginProps {
  agent: string | undefined
  mode: Mode | undefined
  draft: string | undefined
  opener: React.ReactNode
}

/** Where a conversation begins: whom to talk to, what they are good at, the first message. */
export function Begin({ agent, mode: wanted, draft, opener }: BeginProps) {
  const t = useChatTexts()
  const navigate = useNavigate()
  const agents = useAgentsById()
  const send = useSend()
  const composer = useRef<ComposerHandle>(null)
  const preferred = useAccountPreferences().data
  const chosen = agent ?? preferred?.defaultAgentId
  const agentId = chosen && (agents.size === 0 || agents.has(chosen)) ? chosen : SUPERVISOR
  const mode: Mode = agentId === SUPERVISOR ? 'supervised' : (wanted ?? (agent ? 'direct' : (preferred?.defaultMode ?? 'supervised')))
  const name = agents.get(agentId)?.name ?? ''
  const supervisor = agents.get(SUPERVISOR)?.name ?? ''
  useTitle(t('begin'))
  const about = agentId === SUPERVISOR ? 'beginAbout' : mode === 'direct' ? 'beginDirect' : 'beginReviewed'
  const [hour] = useState(() => new Date().getHours())
  const time = hour < 5 || hour >= 20 ? 'evening' : hour < 12 ? 'morning' : 'afternoon'

  const onSend = async (message: string, addressee: string | null) => {
    const other = mode === 'direct' && addressee !== null && addressee !== agentId
    const place = other
      ? { agentId: addressee, mode, conversationId: await mainThread(addressee, mode) }
      : { agentId, mode, conversationId: null }
    const accepted = await send({ message, place, addressee: other || addressee === agentId ? null : addressee })
    // Who has gone elsewhere meanwhile stays there; who writes on does so in the thread.
    if (!composer.current) return
    keepDraft(accepted.conversationId, composer.current.take())
    await navigate({ to: '/chat/$conversationId', params: { conversationId: accepted.conversationId } })
  }

  return (
    <div className="module-wash flex min-w-0 flex-1 flex-col overflow-y-auto" style={{ '--hue': 'var(--module-chat)' } as React.CSSProperties}>
      <div className="shrink-0 px-4 pt-3 sm:px-6">{opener}</div>
      <div className="m-auto flex w-full max-w-[792px] flex-col gap-6 px-4 py-8">
        <div className="flex flex-col items-center gap-2 text-center">
          <Avatar agent={agents.get(agentId)} size={56} className="mb-2" />
          <h1 className="text-xl font-semibold tracking-tight">{t(`greeting.${time}`)}</h1>
          <p className="max-w-120 text-md text-muted">{t(about, { supervisor, agent: name })}</p>
        </div>
        <div className="flex justify-center">
          <PlaceBar
            agentId={agentId}
            mode={mode}
            onChange={(id, now) => void navigate({ to: '/chat', search: (before) => ({ ...before, agent: id === SUPERVISOR && !preferred?.defaultAgentId ? undefined : id, mode: id === SUPERVISOR ? undefined : now }), replace: true })}
          />
        </div>
        <Composer
          key={draft ?? ''}
          draftKey="new"
          draft={draft}
          place={{ agentId, mode, conversationId: null }}
          lastAgent={null}
          running={false}
          onSend={onSend}
          handle={composer}
          autoFocus
        />
        <Suggestions only={agentId === SUPERVISOR ? undefined : agentId} onChoose={(example) => composer.current?.fill(example)} />
        <p className="text-center text-sm text-muted max-sm:hidden">{t('composer.hint')}</p>
      </div>
    </div>
  )
}

/** Requests that agents were made for, in the person's language. */
function Suggestions({ only, onChoose }: { only: string | undefined; onChoose: (example: string) => void }) {
  const t = useChatTexts()
  const language = usePreferences((state) => state.language)
  const { data: agents } = useAgents()
  const shown = useMemo(() => suggestionsOf(agents ?? [], only, language), [agents, only, language])
  if (!shown.length) return null
  return (
    <section aria-label={t('suggestions')}>
      <ul className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
        {shown.map(({ agent, example }) => (
          <li key={agent.id + example}>
            <button
              type="button"
              onClick={() => onChoose(example)}
              className="flex h-full w-full items-start gap-2.5 rounded-lg border bg-surface p-3 text-left transition-colors duration-120 hover:border-line-strong hover:bg-hover"
            >
              <Avatar agent={agent} size={28} />
              <span className="min-w-0">
                <span className="block text-sm font-medium">{agent.name}</span>
                <span className="block text-base break-words text-muted">{example}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** One example of each agent that can be addressed; several of the one that was chosen. */
function suggestionsOf(agents: readonly Agent[], only: string | undefined, language: Language): { agent: Agent; example: string }[] {
  const offered = agents
    .filter((agent) => addressable(agent) && (!only || agent.id === only))
    .sort((a, b) => Number(b.role === 'specialist') - Number(a.role === 'specialist'))
  return offered
    .flatMap((agent) => inLanguage(agent.examples ?? [], language).slice(0, only ? SUGGESTIONS_OF_ONE : 1).map((example) => ({ agent, example })))
    .slice(0, SUGGESTIONS)
}
