import type { ReactNode } from 'react'

/** One part of the picture of a decision, under its own title. */
export function Part({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <section className="flex min-w-0 flex-col gap-2.5">
      <div className="flex min-h-7 items-center justify-between gap-2">
        <h3 className="text-base font-semibold">{title}</h3>
        {actions}
      </div>
      {children}
    </section>
  )
}
