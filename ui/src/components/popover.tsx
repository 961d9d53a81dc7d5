import { Popover as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

import { cn } from '@/lib/cn'

interface PopoverProps {
  trigger: ReactNode
  open?: boolean
  onOpenChange?: (open: boolean) => void
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'bottom'
  /** What the panel is, to screen readers. */
  label?: string
  className?: string
  children: ReactNode
}

/** A small panel beside a button. */
export function Popover({
  trigger,
  open,
  onOpenChange,
  align = 'start',
  side = 'bottom',
  label,
  className,
  children,
}: PopoverProps) {
  return (
    <Radix.Root {...(open === undefined ? {} : { open })} {...(onOpenChange ? { onOpenChange } : {})}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className={cn(
            'z-50 max-h-[min(420px,var(--radix-popover-content-available-height))] animate-fade',
            'overflow-auto rounded-lg border floating p-2 shadow-float',
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
