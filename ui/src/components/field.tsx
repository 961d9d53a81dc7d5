import { Switch as RadixSwitch } from 'radix-ui'
import { useId, type ComponentProps, type ReactNode } from 'react'

import { cn } from '@/lib/cn'

import { Icon } from './icon'

/** How every control that takes text looks. */
export const CONTROL = cn(
  'w-full rounded-md border border-line-strong bg-surface px-3 text-base text-ink',
  'transition-colors duration-120 hover:border-faint focus-visible:border-accent',
  'focus-visible:outline-1 focus-visible:outline-offset-0 disabled:opacity-60',
  'aria-[invalid=true]:border-danger',
)

interface FieldProps {
  label: ReactNode
  /** One sentence of help. */
  hint?: ReactNode
  error?: string | undefined
  /** A remark that does not refuse. */
  warning?: ReactNode
  className?: string
  /** An id by which an address can name the whole field. */
  anchor?: string
  /** Draws the control; it must take these properties. */
  children: (control: {
    id: string
    'aria-describedby': string | undefined
    'aria-invalid': boolean | undefined
  }) => ReactNode
}

/** A labelled control with its help and what is wrong with it. */
export function Field({ label, hint, error, warning, className, anchor, children }: FieldProps) {
  const id = useId()
  const described = error || warning || hint ? `${id}-about` : undefined
  return (
    <div id={anchor} className={cn('flex min-w-0 flex-col gap-1.5', className)}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children({ id, 'aria-describedby': described, 'aria-invalid': error ? true : undefined })}
      {described && (
        <div id={described} className="flex flex-col gap-1 text-sm">
          {error && (
            <span role="alert" className="flex items-start gap-1 text-danger">
              <Icon name="warning-circle" size={15} className="mt-0.5" />
              {error}
            </span>
          )}
          {warning && (
            <span className="flex items-start gap-1 text-warning">
              <Icon name="warning" size={15} className="mt-0.5" />
              <span className="min-w-0">{warning}</span>
            </span>
          )}
          {hint && !error && <span className="wrap-anywhere text-muted">{hint}</span>}
        </div>
      )}
    </div>
  )
}

export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={cn(CONTROL, 'h-9', className)} {...rest} />
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea className={cn(CONTROL, 'py-2 leading-5', className)} {...rest} />
}

/** A native select: best on phones and for screen readers. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={cn('relative inline-flex min-w-0', className)}>
      <select className={cn(CONTROL, 'h-9 appearance-none pr-8 text-ellipsis')} {...rest}>
        {children}
      </select>
      <Icon
        name="caret-down"
        size={14}
        className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 text-muted"
      />
    </span>
  )
}

interface SwitchProps {
  checked: boolean
  onChange: (checked: boolean) => void
  /** Says what it switches. */
  label: string
  disabled?: boolean
  id?: string
}

export function Switch({ checked, onChange, label, disabled, id }: SwitchProps) {
  return (
    <RadixSwitch.Root
      id={id}
      checked={checked}
      onCheckedChange={onChange}
      disabled={disabled}
      aria-label={label}
      className={cn(
        'relative h-5 w-9 shrink-0 rounded-full bg-line-strong transition-colors',
        'duration-160 disabled:opacity-50 data-[state=checked]:bg-accent',
      )}
    >
      <RadixSwitch.Thumb
        className={cn(
          'block size-4 translate-x-0.5 rounded-full bg-surface shadow-sm',
          'transition-transform duration-160 ease-out',
          'data-[state=checked]:translate-x-[18px]',
        )}
      />
    </RadixSwitch.Root>
  )
}

interface SearchInputProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value'> {
  value: string
  onChange: (value: string) => void
  label: string
}

export function SearchInput({ value, onChange, label, className, ...rest }: SearchInputProps) {
  return (
    <span className={cn('relative inline-flex min-w-0', className)}>
      <Icon
        name="magnifying-glass"
        size={16}
        className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-faint"
      />
      <input
        type="search"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-label={label}
        placeholder={label}
        className={cn(CONTROL, 'h-9 pl-8')}
        {...rest}
      />
    </span>
  )
}
