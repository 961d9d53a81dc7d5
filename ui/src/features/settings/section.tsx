import type { ReactNode } from 'react'

interface SectionProps {
  id: string
  title: string
  about?: string
  actions?: ReactNode
  children: ReactNode
}

/** A part of the settings that an address can point to. */
export function Section({ id, title, about, actions, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-4 rounded-lg border bg-surface">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 pt-4 sm:px-5">
        <div className="min-w-0 flex-1 basis-60">
          <h2 id={`${id}-title`} tabIndex={-1} className="text-md font-semibold focus-visible:outline-none">
            {title}
          </h2>
          {about && <p className="text-base text-muted">{about}</p>}
        </div>
        {actions}
      </div>
      <div className="px-4 pt-3 pb-5 sm:px-5">{children}</div>
    </section>
  )
}
