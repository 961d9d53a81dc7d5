import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'

import { IconButton } from '@/components/button'
import { Drawer } from '@/components/dialog'
import { cn } from '@/lib/cn'
import { useMedia } from '@/lib/media'
import { useTexts } from '@/lib/text'

interface SidePanelProps {
  title: ReactNode
  /** The same in words. */
  name: string
  onClose: () => void
  children: ReactNode
}

/** A column beside the graph where there is room for it, a drawer elsewhere. */
export function SidePanel(props: SidePanelProps) {
  const beside = useMedia('(min-width: 1100px)')
  if (beside) return <Column {...props} />
  return (
    <Drawer open onClose={props.onClose} title={props.title}>
      {props.children}
    </Drawer>
  )
}

function Column({ title, name, onClose, children }: SidePanelProps) {
  const t = useTexts('architecture')
  const heading = useRef<HTMLHeadingElement>(null)
  const column = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const element = column.current
    const before = document.activeElement as HTMLElement | null
    // Who works with the keyboard goes on in the panel, and comes back to where they were.
    if (before?.matches(':focus-visible')) heading.current?.focus()
    return () => {
      if (element?.contains(document.activeElement)) before?.focus()
    }
  }, [])
  useEffect(() => {
    const element = column.current
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) onClose()
    }
    element?.addEventListener('keydown', onKey)
    return () => element?.removeEventListener('keydown', onKey)
  }, [onClose])
  return (
    <aside
      ref={column}
      aria-label={name}
      className="flex w-100 shrink-0 animate-fade flex-col overflow-hidden rounded-lg border bg-surface"
    >
      <div className="flex h-13 shrink-0 items-center gap-2 border-b px-4">
        <h2
          ref={heading}
          tabIndex={-1}
          className="min-w-0 flex-1 truncate text-md font-semibold focus-visible:outline-none"
        >
          {title}
        </h2>
        <IconButton icon="x" label={t('close')} size="small" onClick={onClose} />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto p-4">{children}</div>
    </aside>
  )
}

/** A part of a panel with its heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-t py-3.5 first:border-t-0 first:pt-0 last:pb-0">
      <h3 className="mb-1.5 text-sm font-medium text-muted">{title}</h3>
      {children}
    </section>
  )
}

/** What a link that does something looks like. */
export const LINK_BUTTON = cn(
  'inline-flex h-8 items-center gap-1.5 rounded-md border border-line-strong bg-surface',
  'px-3 text-sm font-medium whitespace-nowrap transition-colors duration-120 hover:bg-hover',
  'active:bg-pressed',
)
