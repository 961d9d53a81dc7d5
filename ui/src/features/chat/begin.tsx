import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'

import type { Agent } from '@/client/api'
import { Avatar } from '@/components/avatar'
import { useTitle } from '@/components/page'
import { putInto } from '@/components/projects/data'
import { InProject } from '@/components/projects/in-project'
import { useReason } from '@/components/states'
import { notify } from '@/components/toasts'
import { useAccountPreferences } from '@/lib/account'
import { SUPERVISOR, useAgents, useAgentsById } from '@/lib/agents'
import { cn } from '@/lib/cn'
import { keepDraft } from '@/lib/drafts'
import { inLanguage } from '@/lib/language'
import { usePreferences, type Language } from '@/lib/preferences'
import { useTexts } from '@/lib/text'
import { mainThread } from '@/live/delivery'
import { isHeld, useOutbox } from '@/live/outbox'

import { ChatComposer, type ComposerHandle } from './composer'
import { addressable, addressed } from './addressed'
import type { SentFile } from './files'
import { NotSent } from './not-sent'
import { PlaceBar } from './place-bar'
import { useSend, type Mode } from './send'

const SUGGESTIONS = 9
const SUGGESTIONS_OF_ONE = 6

interface BeginProps {
  agent: string | undefined
  mode: Mode | undefined
  draft: string | undefined
  /** The project in which it begins. */
  project: string | undefined
  opener: React.ReactNode
}

/** Where a conversation begins: whom to talk to, what they are good at, the first message. */
export function Begin({ agent, mode: wanted, draft, project, opener }: BeginProps) {
  const t = useTexts('chat')
  const navigate = useNavigate()
  const agents = useAgentsById()
  const send = useSend()
  const reason = useReason()
  const composer = useRef<ComposerHandle>(null)
  const preferences = useAccountPreferences()
  const preferred = preferences.data
  const chosen = agent ?? preferred?.defaultAgentId
  const agentId = chosen && (agents.size === 0 || agents.has(chosen)) ? chosen : SUPERVISOR
  const mode: Mode =
    agentId === SUPERVISOR ? 'supervised' : (wanted ?? (agent ? 'direct' : (preferred?.defaultMode ?? 'supervised')))
  const name = agents.get(agentId)?.name ?? ''
  const supervisor = agents.get(SUPERVISOR)?.name ?? ''
  useTitle(t('begin'))
  const about = agentId === SUPERVISOR ? 'beginAbout' : mode === 'direct' ? 'beginDirect' : 'beginReviewed'
  const [hour] = useState(() => new Date().getHours())
  const time = hour < 5 || hour >= 20 ? 'evening' : hour < 12 ? 'morning' : 'afternoon'

  const failed = (error: unknown) => notify(reason(error), 'failed')
  const onSend = async (message: string, addressee: string | null, files: readonly SentFile[] = [], key?: string) => {
    const other = mode === 'direct' && addressee !== null && addressee !== agentId
    const place = other
      ? { agentId: addressee, mode, conversationId: await mainThread(addressee, mode) }
      : { agentId, mode, conversationId: null }
    const { accepted } = await send({
      message,
      files,
      place,
      addressee: other || addressee === agentId ? null : addressee,
      key,
    })
    if (!accepted) return
    if (project) void putInto(project, { kind: 'conversation', id: accepted.conversationId }).catch(failed)
    await goTo(accepted.conversationId, key !== undefined)
  }
  /** Whoever has gone elsewhere meanwhile stays there; whoever writes on does so in the thread. */
  const goTo = async (conversationId: string, replace = false) => {
    if (!composer.current) return
    keepDraft(conversationId, composer.current.take())
    await navigate({ to: '/chat/$conversationId', params: { conversationId }, replace })
  }
  useAsked(!preferences.isPending, async (text, key) => {
    const named = addressed(text, [...agents.values()])
    try {
      await onSend(named ? named.rest : text, named?.agent.id ?? null, [], key)
    } catch (error) {
      composer.current?.fill(text)
      notify(t('composer.notSent', { reason: reason(error) }), 'failed')
    }
  })

  return (
    <div
      className="module-wash flex min-w-0 flex-1 flex-col overflow-y-auto"
      style={{ '--hue': 'var(--module-chat)' } as React.CSSProperties}
    >
      <div className="shrink-0 px-4 pt-3 sm:px-6">{opener}</div>
      <div className="m-auto flex w-full max-w-[792px] flex-col gap-6 px-4 py-8">
        <div className="flex flex-col items-center gap-2 text-center">
          <Avatar agent={agents.get(agentId)} size={56} className="mb-2" />
          <h1 className="text-xl font-semibold tracking-tight">{t(`greeting.${time}`)}</h1>
          <p className="max-w-120 text-md text-muted">{t(about, { supervisor, agent: name })}</p>
        </div>
        {project && (
          <InProject
            id={project}
            onLeave={() =>
              void navigate({ to: '/chat', search: (before) => ({ ...before, project: undefined }), replace: true })
            }
          />
        )}
        <div className="flex justify-center">
          <PlaceBar
            agentId={agentId}
            mode={mode}
            onChange={(id, now) =>
              void navigate({
                to: '/chat',
                search: (before) => ({
                  ...before,
                  agent: id === SUPERVISOR && !preferred?.defaultAgentId ? undefined : id,
                  mode: id === SUPERVISOR ? undefined : now,
                }),
                replace: true,
              })
            }
          />
        </div>
        <ChatComposer
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
        <Held onSent={(conversationId) => void goTo(conversationId)} />
        <Suggestions
          only={agentId === SUPERVISOR ? undefined : agentId}
          onChoose={(example) => composer.current?.fill(example)}
        />
        <p className="text-center text-sm text-muted max-sm:hidden">{t('composer.hint')}</p>
      </div>
    </div>
  )
}

/** Keys of what this page has sent for other pages: each once. */
const begun = new Set<string>()

/** Sends what was asked on another page, once it is known whom this person talks to. */
function useAsked(ready: boolean, send: (text: string, key: string) => Promise<void>): void {
  const navigate = useNavigate()
  const ask = useRouterState({ select: (router) => router.location.state.ask })
  const known = useAgents().data !== undefined
  const go = useEffectEvent(send)
  useEffect(() => {
    if (!ask || !ready || !known || begun.has(ask.key)) return
    begun.add(ask.key)
    void go(ask.text, ask.key)
    // Who comes back here, or loads the page again, does not ask again.
    void navigate({ to: '/chat', search: (now) => now, state: {}, replace: true })
  }, [ask, ready, known, navigate])
}

/** What began a conversation and could not be sent yet; `onSent` hears of each that is sent after all. */
function Held({ onSent }: { onSent: (conversationId: string) => void }) {
  const t = useTexts('chat')
  const held = useOutbox(useShallow((box) => box.sent.filter((one) => one.begins && isHeld(one))))
  const before = useRef<ReadonlySet<string>>(new Set())
  const tell = useEffectEvent(onSent)
  useEffect(() => {
    const sent = useOutbox.getState().sent.find((one) => before.current.has(one.id) && one.executionId !== null)
    before.current = new Set(held.map((one) => one.id))
    if (sent?.conversationId) tell(sent.conversationId)
  }, [held])
  if (!held.length) return null
  return (
    <ul aria-label={t('composer.notSentYet')} className="flex flex-col gap-3">
      {held.map((one) => (
        <li key={one.id} className="flex flex-col gap-2">
          <p
            className={cn(
              'line-clamp-3 max-w-[88%] self-end rounded-lg bg-accent-soft/70 px-4 py-2.5',
              'text-md break-words whitespace-pre-wrap',
            )}
          >
            {one.message}
          </p>
          <NotSent one={one} />
        </li>
      ))}
    </ul>
  )
}

/** Requests that agents were made for, in the person's language. */
function Suggestions({ only, onChoose }: { only: string | undefined; onChoose: (example: string) => void }) {
  const t = useTexts('chat')
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
              className={cn(
                'flex h-full w-full items-start gap-2.5 rounded-lg border bg-surface p-3',
                'text-left transition-colors duration-120 hover:border-line-strong hover:bg-hover',
              )}
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
function suggestionsOf(
  agents: readonly Agent[],
  only: string | undefined,
  language: Language,
): { agent: Agent; example: string }[] {
  const offered = agents
    .filter((agent) => addressable(agent) && (!only || agent.id === only))
    .sort((a, b) => Number(b.role === 'specialist') - Number(a.role === 'specialist'))
  return offered
    .flatMap((agent) =>
      inLanguage(agent.examples ?? [], language)
        .slice(0, only ? SUGGESTIONS_OF_ONE : 1)
        .map((example) => ({ agent, example })),
    )
    .slice(0, SUGGESTIONS)
}
