import { useState } from 'react'

import { ShownPage } from '@/components/plugin-page'
import { aboutOf, titleOf, type PluginPage } from '@/lib/plugin-pages'
import { usePreferences } from '@/lib/preferences'

import { Section } from './section'

/** A section that a plug-in brings. */
export function OfPlugin({ page }: { page: PluginPage }) {
  const { language } = usePreferences()
  const [beside, setBeside] = useState<HTMLElement | null>(null)
  return (
    <Section
      id={page.section}
      title={titleOf(page, language)}
      about={aboutOf(page, language)}
      actions={<span ref={setBeside} className="contents" />}
    >
      <ShownPage page={page} beside={beside} />
    </Section>
  )
}
