import type { ReactNode } from 'react'

import { cn } from '@/lib/cn'

import { Icon } from './icon'
import type { InterfaceIcon } from './icon-names'

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger' | 'info'

const TONES: Record<Tone, string> = {
  neutral: 'bg-sunken text-muted',
  accent: 'bg-accent-soft text-accent',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
  info: 'bg-info-soft text-info',
}

/** A few words about a thing. */
export function Chip({
  tone = 'neutral',
  icon,
  className,
  children,
}: {
  tone?: Tone
  icon?: InterfaceIcon
  className?: string
  children: ReactNode
}) {
  return (
    <span
      className={cn(
        'inline-flex h-5.5 max-w-full shrink-0 items-center gap-1 rounded-full px-2 text-xs',
        'font-medium whitespace-nowrap',
        TONES[tone],
        className,
      )}
    >
      {icon && <Icon name={icon} size={13} />}
      <span className="truncate">{children}</span>
    </span>
  )
}

/** A key to press. */
export function Key({ children }: { children: ReactNode }) {
  return (
    <kbd
      className={cn(
        'inline-grid h-5 min-w-5 place-items-center rounded-sm border border-line-strong',
        'bg-sunken px-1 font-sans text-xs text-muted',
      )}
    >
      {children}
    </kbd>
  )
}
