import { AgentPicker } from '@/components/agent-picker'
import { SUPERVISOR } from '@/lib/agents'
import { useTexts } from '@/lib/text'

interface AssigneeProps {
  /** Nothing where routing chooses. */
  value: string | null
  onChange: (agentId: string | null) => void
}

/** Who does a task; the supervisor stands for choosing when it runs. */
export function Assignee({ value, onChange }: AssigneeProps) {
  const t = useTexts('tasks-task')
  return (
    <AgentPicker
      value={value ?? SUPERVISOR}
      onChange={(id) => onChange(id === SUPERVISOR ? null : id)}
      label={(name) => t('assigneeIs', { name })}
    />
  )
}
