import { cn } from '@/lib/cn'

interface ChoiceProps<T extends string> {
  value: T
  onChange: (value: T) => void
  /** Says what is chosen. */
  label: string
  options: readonly { value: T; label: string; icon?: React.ReactNode }[]
  size?: 'small' | 'medium'
  /** Goes on in a second line where there is no room. */
  wraps?: boolean
}

/** A choice between a few things side by side, one of them taken. */
export function Choice<T extends string>({ value, onChange, label, options, size = 'medium', wraps }: ChoiceProps<T>) {
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={cn('inline-flex gap-0.5 rounded-md bg-sunken p-0.5', wraps ? 'flex-wrap' : 'shrink-0')}
    >
      {options.map((option, index) => (
        <button
          key={option.value}
          type="button"
          role="radio"
          aria-checked={option.value === value}
          tabIndex={option.value === value ? 0 : -1}
          onClick={() => onChange(option.value)}
          onKeyDown={(event) => {
            const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
            if (!step) return
            event.preventDefault()
            const next = (index + step + options.length) % options.length
            ;(event.currentTarget.parentElement?.children[next] as HTMLElement | undefined)?.focus()
            onChange(options[next]!.value)
          }}
          className={cn(
            'inline-flex items-center justify-center gap-1.5 rounded-sm font-medium whitespace-nowrap',
            'transition-colors duration-120',
            size === 'small' ? 'h-6 px-2 text-sm' : 'h-8 px-3 text-base',
            option.value === value
              ? 'bg-surface text-ink shadow-[0_1px_2px_oklch(0_0_0/12%)]'
              : 'text-muted hover:text-ink',
          )}
        >
          {option.icon}
          {option.label}
        </button>
      ))}
    </div>
  )
}
