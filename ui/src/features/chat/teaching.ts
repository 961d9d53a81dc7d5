import { useNavigate } from '@tanstack/react-router'

import { notify } from '@/components/toasts'
import { SUPERVISOR, useAgentsById } from '@/lib/agents'
import { useTexts } from '@/lib/text'

interface Teaching {
  /** Somebody else answers now; the report is the misroute `id`. */
  rerouted: (id: string, agentId: string) => void
  /** A decision was right, or that was taken back. */
  pinned: (agentId: string | null | undefined, right: boolean) => void
}

/** Says what became of a word about routing, and where to go on from there. */
export function useTeaching(): Teaching {
  const t = useTexts('chat')
  const navigate = useNavigate()
  const agents = useAgentsById()
  const name = (id: string) => agents.get(id)?.name ?? id
  const toGolden = { label: t('right.cases'), act: () => void navigate({ to: '/routing', search: { tab: 'golden' } }) }
  return {
    rerouted: (id, agentId) =>
      notify(t('wrong.rerouted', { agent: name(agentId) }), 'done', {
        label: t('wrong.teach'),
        act: () => void navigate({ to: '/routing', search: { tab: 'misroutes', misroute: id } }),
      }),
    pinned: (agentId, right) => {
      if (!right) return notify(t('right.undone'))
      notify(t('right.done', { agent: name(agentId ?? SUPERVISOR) }), 'done', toGolden)
    },
  }
}
