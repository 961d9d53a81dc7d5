import { Dialog as Radix } from 'radix-ui'
import { useRef, type ReactNode } from 'react'

import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

import { IconButton } from './button'

/** Focus goes to the first field, else to the window itself; the first button would be the one that closes it. */
function focusFirst(window: HTMLElement): void {
  ;(window.querySelector<HTMLElement>(FIELDS) ?? window).focus()
}

/**
 * Moves the focus into a window by `enter`, and back to where it was; an entry of a menu stands for the menu's button.
 */
function useFocusReturn(enter: (window: HTMLElement) => void) {
  const before = useRef<HTMLElement | null>(null)
  return {
    onOpenAutoFocus: (event: Event) => {
      const menu = document.activeElement?.closest('[role=menu]')
      const from = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : document.activeElement
      before.current = from instanceof HTMLElement ? from : null
      event.preventDefault()
      enter(event.currentTarget as HTMLElement)
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      // What it was closed for may have taken the focus already.
      if (document.activeElement === document.body && before.current?.isConnected) before.current.focus()
    },
  }
}

/** What has a use of its own for Escape, marked by `data-escape`, keeps the window open. */
function keepOpen(event: KeyboardEvent): void {
  if (event.target instanceof Element && event.target.closest('[data-escape]')) event.preventDefault()
}

const FIELDS = 'input:not([disabled], [type=hidden]), textarea:not([disabled]), select:not([disabled])'

interface DialogProps {
  open: boolean
  onClose: () => void
  title: ReactNode
  /** Hides the title from the eye, not from screen readers. */
  bare?: boolean
  description?: ReactNode
  /** Buttons, the one that does it last. */
  actions?: ReactNode
  wide?: boolean
  children?: ReactNode
}

/** A window over the page; Escape closes it and focus goes back to where it was. */
export function Dialog({ open, onClose, title, bare, description, actions, wide, children }: DialogProps) {
  const t = useTexts('shared')
  const focus = useFocusReturn(focusFirst)
  return (
    <Radix.Root open={open} onOpenChange={(now) => !now && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-fade bg-[oklch(0.2_0.01_70/45%)]" />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          {...focus}
          onEscapeKeyDown={keepOpen}
          className={cn(
            'fixed top-[12vh] left-1/2 z-40 flex max-h-[80vh] w-[calc(100vw-32px)] -translate-x-1/2',
            'animate-fade flex-col overflow-hidden rounded-lg border bg-surface shadow-float',
            wide ? 'max-w-180' : 'max-w-120',
          )}
        >
          {bare ? (
            <Radix.Title className="sr-only">{title}</Radix.Title>
          ) : (
            <div className="flex items-center gap-2 px-5 pt-4">
              <Radix.Title className="min-w-0 flex-1 truncate text-md font-semibold">{title}</Radix.Title>
              <Radix.Close asChild>
                <IconButton icon="x" label={t('close')} size="small" className="-mr-1.5" />
              </Radix.Close>
            </div>
          )}
          {description && (
            <Radix.Description className="px-5 pt-1 text-base text-muted">{description}</Radix.Description>
          )}
          <div className={cn('min-h-0 overflow-y-auto', !bare && 'px-5 py-4')}>{children}</div>
          {actions && <div className="flex flex-wrap justify-end gap-2 border-t px-5 py-3">{actions}</div>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

interface DrawerProps {
  open: boolean
  onClose: () => void
  title: ReactNode
  /** Stands beside the title, before the button that closes. */
  actions?: ReactNode
  wide?: boolean
  children: ReactNode
}

/** A panel that comes in from the right, over the page. */
export function Drawer({ open, onClose, title, actions, wide, children }: DrawerProps) {
  const t = useTexts('shared')
  // On the panel rather than on its first button, whose tooltip would open.
  const focus = useFocusReturn((panel) => panel.focus())
  return (
    <Radix.Root open={open} onOpenChange={(now) => !now && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-fade bg-[oklch(0.2_0.01_70/30%)]" />
        <Radix.Content
          aria-describedby={undefined}
          onEscapeKeyDown={keepOpen}
          {...focus}
          className={cn(
            'fixed inset-y-0 right-0 z-40 flex animate-fade flex-col border-l bg-surface shadow-float',
            'focus-visible:outline-none',
            wide ? 'w-[min(680px,100vw)]' : 'w-[min(460px,100vw)]',
          )}
        >
          <div className="flex h-13 shrink-0 items-center gap-2 border-b px-4">
            <Radix.Title className="min-w-0 flex-1 truncate text-md font-semibold">{title}</Radix.Title>
            {actions}
            <Radix.Close asChild>
              <IconButton icon="x" label={t('close')} size="small" />
            </Radix.Close>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto p-4">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
