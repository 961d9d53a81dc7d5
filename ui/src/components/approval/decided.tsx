import { Icon } from '@/components/icon'
import type { InterfaceIcon } from '@/components/icon-names'
import { useActor } from '@/lib/residents'
import { useTexts } from '@/lib/text'

import type { Approval } from './data'

/** How each outcome looks. */
export const OUTCOMES: Record<Approval['status'], { icon: InterfaceIcon; ink: string }> = {
  pending: { icon: 'hourglass', ink: 'text-info' },
  approved: { icon: 'check-circle', ink: 'text-success' },
  used: { icon: 'check-circle', ink: 'text-success' },
  denied: { icon: 'prohibit', ink: 'text-danger' },
  expired: { icon: 'clock-countdown', ink: 'text-muted' },
  withdrawn: { icon: 'minus', ink: 'text-muted' },
  changed: { icon: 'warning-circle', ink: 'text-warning' },
}

/** A call on which the person has just decided, in one line, until what comes of it is there. */
export function Decided({ approval }: { approval: Approval }) {
  const t = useTexts('approval')
  const agent = useActor(approval.agentId, approval)?.name ?? approval.agentId
  const { icon, ink } = OUTCOMES[approval.status]
  return (
    <p className="flex min-h-7 items-center gap-2 text-sm text-muted">
      <Icon name={icon} size={16} className={ink} />
      <span className="font-mono text-ink">{approval.tool}</span>
      <span className="min-w-0 truncate" title={agent}>
        {t(`status.${approval.status}`)}
      </span>
    </p>
  )
}
