import { AgentPicker } from '@/components/agent-picker'
import { Switch } from '@/components/field'
import { Tooltip } from '@/components/tooltip'
import { SUPERVISOR, useAgentsById } from '@/lib/agents'
import { useTexts } from '@/lib/text'

import type { Mode } from './send'

interface PlaceBarProps {
  agentId: string
  mode: Mode
  onChange: (agentId: string, mode: Mode) => void
}

/** Who is spoken to, and whether under supervision. */
export function PlaceBar({ agentId, mode, onChange }: PlaceBarProps) {
  const t = useTexts('chat')
  const agents = useAgentsById()
  const supervisor = agents.get(SUPERVISOR)?.name ?? SUPERVISOR
  const agent = agents.get(agentId)?.name ?? agentId
  const always = agentId === SUPERVISOR
  const about = always ? 'supervisionAlways' : mode === 'supervised' ? 'supervisionOn' : 'supervisionOff'
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2">
      <AgentPicker value={agentId} onChange={(id) => onChange(id, id === SUPERVISOR ? 'supervised' : 'direct')} />
      <Tooltip text={t(about, { supervisor, agent })}>
        <span className="flex h-9 items-center gap-2 text-sm">
          <Switch
            checked={mode === 'supervised'}
            onChange={(on) => onChange(agentId, on ? 'supervised' : 'direct')}
            label={t('supervision', { supervisor })}
            disabled={always}
          />
          <span aria-hidden className={mode === 'supervised' ? 'text-ink' : 'text-muted'}>
            {t('supervised')}
          </span>
        </span>
      </Tooltip>
    </div>
  )
}
