import { DropdownMenu as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

import { cn } from '@/lib/cn'

import { Icon } from './icon'
import type { AgentIcon, InterfaceIcon } from './icon-names'

const PANEL = 'z-50 min-w-44 animate-fade rounded-md border floating p-1 shadow-float'

/** A list of commands behind a button; `trigger` must be one element that takes a ref. */
export function Menu({
  trigger,
  align = 'end',
  children,
}: {
  trigger: ReactNode
  align?: 'start' | 'end'
  children: ReactNode
}) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content align={align} sideOffset={6} collisionPadding={8} className={PANEL}>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

interface MenuItemProps {
  icon?: InterfaceIcon | AgentIcon
  onSelect: () => void
  danger?: boolean
  disabled?: boolean
  /** Marks the one that holds now. */
  checked?: boolean
  children: ReactNode
}

export function MenuItem({ icon, onSelect, danger, disabled, checked, children }: MenuItemProps) {
  return (
    <Radix.Item
      onSelect={onSelect}
      disabled={disabled}
      className={cn(
        'flex h-8 items-center gap-2 rounded-sm px-2 text-base outline-none',
        'data-[disabled]:opacity-45 data-[highlighted]:bg-hover',
        danger ? 'text-danger' : 'text-ink',
      )}
    >
      {icon && <Icon name={icon} size={16} className={danger ? '' : 'text-muted'} />}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {checked && <Icon name="check" size={15} className="text-accent" />}
    </Radix.Item>
  )
}

export function MenuLine() {
  return <Radix.Separator className="my-1 h-px bg-line" />
}
