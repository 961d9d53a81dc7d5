import type { ComponentProps, ReactNode } from 'react'

import { cn } from '@/lib/cn'

import { Icon } from './icon'
import type { InterfaceIcon } from './icon-names'
import { Tooltip } from './tooltip'

type Look = 'primary' | 'plain' | 'quiet' | 'danger'

const LOOKS: Record<Look, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover border-transparent',
  plain: 'bg-surface text-ink border-line-strong hover:bg-hover active:bg-pressed',
  quiet: 'text-muted border-transparent hover:bg-hover hover:text-ink active:bg-pressed',
  danger: 'bg-danger-soft text-danger border-transparent hover:bg-danger hover:text-surface',
}

/** The classes of a button, for links that look like one. */
export function buttonLook(look: Look = 'plain', size: 'small' | 'medium' = 'medium', className?: string): string {
  return cn(
    'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md border font-medium',
    'whitespace-nowrap transition-colors duration-120 select-none disabled:opacity-50',
    size === 'small' ? 'h-7 px-2.5 text-sm' : 'h-9 px-3.5 text-base',
    LOOKS[look],
    className,
  )
}

interface ButtonProps extends ComponentProps<'button'> {
  look?: Look
  size?: 'small' | 'medium'
  icon?: InterfaceIcon
  /** Shows that it works, and takes no further press. */
  busy?: boolean
  children?: ReactNode
}

/** A button with a verb on it. */
export function Button({
  look = 'plain',
  size = 'medium',
  icon,
  busy,
  className,
  children,
  disabled,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      className={buttonLook(look, size, className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      {...rest}
    >
      {busy ? (
        <Icon name="circle-notch" size={16} className="animate-spin" />
      ) : (
        icon && <Icon name={icon} size={size === 'small' ? 15 : 17} />
      )}
      {children}
    </button>
  )
}

interface IconButtonProps extends ComponentProps<'button'> {
  icon: InterfaceIcon
  /** Says what it does, to everyone: as tooltip and to screen readers. */
  label: string
  size?: 'small' | 'medium'
  pressed?: boolean
  danger?: boolean
}

/** A button that is only an icon. */
export function IconButton({ icon, label, size = 'medium', pressed, danger, className, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <button
        type="button"
        aria-label={label}
        aria-pressed={pressed}
        className={cn(
          'inline-grid shrink-0 place-items-center rounded-md transition-colors duration-120 disabled:opacity-40',
          size === 'small' ? 'size-7' : 'size-9',
          pressed ? 'bg-accent-soft text-accent' : 'text-muted hover:bg-hover hover:text-ink',
          danger && 'hover:bg-danger-soft hover:text-danger',
          className,
        )}
        {...rest}
      >
        <Icon name={icon} size={size === 'small' ? 16 : 19} />
      </button>
    </Tooltip>
  )
}
