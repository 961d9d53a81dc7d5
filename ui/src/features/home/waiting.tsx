import { Link } from '@tanstack/react-router'

import { useWaiting, useWaitingCount, type Approval } from '@/components/approval/data'
import { Avatar } from '@/components/avatar'
import { Icon } from '@/components/icon'
import { cn } from '@/lib/cn'
import { useActor } from '@/lib/residents'
import { useTexts } from '@/lib/text'

const SHOWN = 4

/** Says that calls wait for this person's word; nothing while none does. */
export function Waiting() {
  const t = useTexts('home')
  const count = useWaitingCount()
  const waiting = useWaiting().data?.approvals ?? []
  if (!count) return null
  const who = [...new Map(waiting.map((one) => [one.agentId, one])).values()].slice(0, SHOWN)
  return (
    <Link
      to="/approvals"
      className={cn(
        'flex min-h-14 min-w-0 animate-fade items-center gap-3 rounded-lg border',
        'bg-warning-soft px-4 py-2.5 transition-colors duration-120',
        'hover:border-line-strong',
      )}
    >
      <Icon name="hand-palm" size={22} className="text-warning" />
      <span className="min-w-0 flex-1 font-medium">{t('waiting.title', { count })}</span>
      <span aria-hidden className="flex -space-x-2 max-sm:hidden">
        {who.map((one) => (
          <Face key={one.agentId} approval={one} />
        ))}
      </span>
      <span className="flex shrink-0 items-center gap-1 font-medium text-accent">
        {t('waiting.see')}
        <Icon name="arrow-right" size={16} />
      </span>
    </Link>
  )
}

function Face({ approval }: { approval: Approval }) {
  return <Avatar agent={useActor(approval.agentId, approval)} size={26} className="ring-2 ring-surface" />
}
