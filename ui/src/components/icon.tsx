import sprite from '@/generated/icons.svg?no-inline'
import { cn } from '@/lib/cn'

import type { AgentIcon, InterfaceIcon } from './icon-names'

interface IconProps {
  name: InterfaceIcon | AgentIcon
  /** Edge length in pixels. */
  size?: number
  className?: string
  /** What it means where no text beside it says so; otherwise it is decoration. */
  label?: string
}

/** A Phosphor icon out of the sprite. */
export function Icon({ name, size = 18, className, label }: IconProps) {
  return (
    <svg
      width={size}
      height={size}
      className={cn('shrink-0', className)}
      fill="currentColor"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      focusable="false"
    >
      <use href={`${sprite}#${name}`} />
    </svg>
  )
}
