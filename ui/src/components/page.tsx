import { useEffect, type ReactNode, type Ref } from 'react'

import { cn } from '@/lib/cn'
import type english from '@/locales/en.json'

/** A page of the navigation. */
export type Module = keyof (typeof english)['shell']['pages']

interface PageProps {
  module: Module
  title: string
  /** One sentence under the title. */
  about?: ReactNode
  /** Buttons at the right of the title. */
  actions?: ReactNode
  /** Uses the whole height and scrolls inside; otherwise the page scrolls. */
  fill?: boolean
  /** What scrolls, for lists that draw only what is seen of them. */
  scroller?: Ref<HTMLDivElement>
  children: ReactNode
}

/** Sets what the browser's tab says. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · Bailiwick` : 'Bailiwick'
  }, [title])
}

/** The frame of a page: title, what can be done, content. */
export function Page({ module, title, about, actions, fill, scroller, children }: PageProps) {
  useTitle(title)
  return (
    <div
      ref={scroller}
      className={cn('module-wash h-full min-w-0', fill ? 'flex flex-col' : 'overflow-y-auto')}
      style={{ '--hue': `var(--module-${module}, var(--module-home))` } as React.CSSProperties}
    >
      <header
        className={cn(
          'mx-auto flex w-full shrink-0 flex-wrap items-end gap-x-4 gap-y-2 px-4 pt-6 pb-4 sm:px-8',
          !fill && 'max-w-[1264px]',
        )}
      >
        <div className="min-w-0 flex-[1_1_14rem]">
          <h1 className="truncate text-xl font-semibold tracking-tight">{title}</h1>
          {about && <p className="mt-0.5 text-base text-muted">{about}</p>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      <div className={cn('px-4 pb-8 sm:px-8', fill ? 'flex min-h-0 flex-1 flex-col' : 'mx-auto w-full max-w-[1264px]')}>
        {children}
      </div>
    </div>
  )
}

/** A surface that holds one thing. */
export function Card({
  title,
  actions,
  className,
  children,
}: {
  title?: ReactNode
  actions?: ReactNode
  className?: string
  children: ReactNode
}) {
  return (
    <section className={cn('flex min-w-0 flex-col rounded-lg border bg-surface', className)}>
      {(title || actions) && (
        <div className="flex min-h-11 items-center gap-2 px-4 pt-2">
          <h2 className="min-w-0 flex-1 truncate text-base font-semibold">{title}</h2>
          {actions}
        </div>
      )}
      {children}
    </section>
  )
}
