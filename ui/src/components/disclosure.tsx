import { useId, useState, type ReactNode } from 'react'

import { Icon } from '@/components/icon'
import { cn } from '@/lib/cn'

interface DisclosureProps {
  /** What stands before the words, usually a small icon. */
  mark: ReactNode
  label: ReactNode
  /** What the button does, where the words alone do not say it. */
  describe?: string
  end?: ReactNode
  /** Whether it is open at first. */
  begins?: 'open' | 'closed'
  /** Called when it opens. */
  onOpen?: () => void
  /** Drawn only while open. */
  children: () => ReactNode
}

/** A single quiet line that opens in place. */
export function Disclosure({ mark, label, describe, end, begins, onOpen, children }: DisclosureProps) {
  const [open, setOpen] = useState(begins === 'open')
  const id = useId()
  return (
    <div className="min-w-0">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        title={describe}
        onClick={() => {
          if (!open) onOpen?.()
          setOpen(!open)
        }}
        className={cn(
          'group/line -mx-2 flex min-h-7 max-w-[calc(100%+16px)] items-center gap-2',
          'rounded-md px-2 py-1 text-left text-sm text-muted transition-colors duration-120',
          'hover:bg-hover hover:text-ink',
        )}
      >
        <span className="grid w-4 shrink-0 place-items-center">{mark}</span>
        <span className="min-w-0 truncate">{label}</span>
        {end && <span className="numbers shrink-0 text-muted">{end}</span>}
        <Icon
          name="caret-right"
          size={13}
          className={cn('text-faint transition-transform duration-120', open && 'rotate-90')}
        />
      </button>
      {open && (
        <div id={id} className="mt-1 mb-2 ml-2 animate-fade border-l-2 pl-3 sm:pl-4">
          {children()}
        </div>
      )}
    </div>
  )
}
