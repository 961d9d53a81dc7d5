import type { ReactNode } from 'react'

import { useTexts } from '@/lib/text'

import { anchor, type SectionName } from './sections'

/** One part of the editor. */
export function Section({ name, about, children }: { name: SectionName; about?: ReactNode; children: ReactNode }) {
  const t = useTexts('agents-editor')
  const id = anchor(name)
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="scroll-mt-14 rounded-lg border bg-surface p-4 sm:p-5 xl:scroll-mt-4"
    >
      <h2 id={`${id}-title`} className="text-md font-semibold">
        {t(`sections.${name}`)}
      </h2>
      {about && <p className="mt-0.5 text-base text-muted">{about}</p>}
      <div className="mt-4 flex flex-col gap-5">{children}</div>
    </section>
  )
}
