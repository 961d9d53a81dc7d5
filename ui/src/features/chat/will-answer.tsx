import { useQuery } from '@tanstack/react-query'

import { api, data, type Decision } from '@/client/api'
import { Avatar } from '@/components/avatar'
import { SUPERVISOR, useAgentsById } from '@/lib/agents'
import { useDebounced } from '@/lib/debounced'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import type { Place } from './send'
import { toldWords } from './told-words'

const TYPING_MS = 250
const SHORTEST = 3
/** Of a longer text the beginning tells who it is for, as far as a hint must know. */
const LOOKED_AT = 20_000

interface WillAnswerProps {
  message: string
  place: Place
  addressee: string | null
  lastAgent: string | null
}

/** Says, before a message is sent, who will answer it and why. */
export function WillAnswer({ message, place, addressee, lastAgent }: WillAnswerProps) {
  const t = useTexts('chat')
  const agents = useAgentsById()
  const name = (id: string) => agents.get(id)?.name ?? id
  const says = useSays(message, place, addressee, lastAgent)
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-sm text-muted" role="status" aria-live="polite">
      <Avatar agent={agents.get(says.agentId)} size={20} />
      <span className="min-w-0 truncate">{t(`will.${says.how}`, { agent: name(says.agentId), ...says.values })}</span>
    </span>
  )
}

interface Says {
  agentId: string
  how:
    | 'direct'
    | 'mentioned'
    | 'matched'
    | 'followUp'
    | 'other'
    | 'smallTalk'
    | 'nobody'
    | 'open'
    | 'elsewhere'
    | 'several'
    | 'deciding'
    | 'unknown'
  values?: Record<string, string>
}

function useSays(message: string, place: Place, addressee: string | null, lastAgent: string | null): Says {
  const shared = useTexts('shared')
  const format = useFormat()
  const agents = useAgentsById()
  const text = message.trim().slice(0, LOOKED_AT)
  const settled = useDebounced(text, TYPING_MS)
  const { conversationId } = place
  const open = place.agentId === SUPERVISOR && !addressee
  const decision = useQuery({
    queryKey: [...keys.agents, 'who', settled, conversationId, lastAgent],
    queryFn: ({ signal }) =>
      data(
        api.POST('/api/routing/decide', {
          body: { message: settled, lastAgent, conversationId, mode: 'supervised' },
          signal,
        }),
      ),
    enabled: open && settled.length >= SHORTEST,
    placeholderData: (before) => before,
    staleTime: 30_000,
    gcTime: 60_000,
    retry: false,
  })
  if (addressee)
    return {
      agentId: addressee,
      how: place.mode === 'direct' && addressee !== place.agentId ? 'elsewhere' : 'mentioned',
    }
  if (!open) return { agentId: place.agentId, how: 'direct' }
  if (text.length < SHORTEST || decision.error) return { agentId: SUPERVISOR, how: 'unknown' }
  if (!decision.data) return { agentId: SUPERVISOR, how: 'deciding' }
  return saysOf(
    decision.data,
    (id) => agents.get(id)?.name ?? id,
    format.list,
    (stage) => shared(`stage.${stage}`),
  )
}

function saysOf(
  decision: Decision,
  name: (id: string) => string,
  list: (of: string[]) => string,
  stageName: (stage: Decision['stage']) => string,
): Says {
  const { agent, stage } = decision
  if (decision.shortlist?.length)
    return { agentId: SUPERVISOR, how: 'open', values: { agents: list(decision.shortlist.map(name)) } }
  if (!agent) return { agentId: SUPERVISOR, how: stage === 'small_talk' ? 'smallTalk' : 'nobody' }
  if (decision.parts?.length)
    return { agentId: agent, how: 'several', values: { agents: list(decision.parts.map((part) => name(part.agent))) } }
  if (stage === 'follow_up') return { agentId: agent, how: 'followUp' }
  const winner = decision.candidates.find((one) => one.agent === agent)
  const matched = (winner?.evidence ?? []).map((piece) => ({ text: piece.matched, kind: piece.kind }))
  const words = toldWords(matched)
    .map((word) => word.text)
    .sort((a, b) => placeOf(decision.message, a) - placeOf(decision.message, b))
  if (!words.length) return { agentId: agent, how: 'other', values: { stage: stageName(stage) } }
  return { agentId: agent, how: 'matched', values: { words: words.join(', ') } }
}

const placeOf = (message: string, word: string) => {
  const at = message.toLowerCase().indexOf(word.toLowerCase())
  return at < 0 ? message.length : at
}
