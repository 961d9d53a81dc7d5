import { useLocation } from '@tanstack/react-router'
import { useRef } from 'react'

import { Page } from '@/components/page'

import { About } from './about'
import { Account } from './account'
import { useAnchored } from './anchored'
import { ApiKeys } from './api-keys'
import { Appearance } from './appearance'
import { Equipment } from './equipment'
import { Models } from './models'
import { useSettingsTexts } from './texts'

const SECTIONS = ['appearance', 'models', 'equipment', 'keys', 'account', 'about'] as const

/** Everything a person can set, one section under another. */
export default function Settings() {
  const t = useSettingsTexts()
  const hash = useLocation({ select: (location) => location.hash })
  const content = useRef<HTMLDivElement>(null)
  useAnchored(hash, content)
  return (
    <Page module="settings" title={t('title')}>
      <div className="grid items-start gap-x-10 gap-y-4 lg:grid-cols-[176px_minmax(0,760px)]">
        <nav aria-label={t('sections')} className="top-4 flex gap-1 overflow-x-auto lg:sticky lg:flex-col">
          {SECTIONS.map((section) => (
            <a
              key={section}
              href={`#${section}`}
              aria-current={section === (hash || SECTIONS[0]) ? 'location' : undefined}
              className="flex h-8 shrink-0 items-center rounded-md px-2.5 font-medium text-muted transition-colors duration-120 hover:bg-hover hover:text-ink aria-[current=location]:bg-hover aria-[current=location]:text-ink"
            >
              {t(`${section}.title`)}
            </a>
          ))}
        </nav>
        <div ref={content} className="flex min-w-0 flex-col gap-5">
          <Appearance />
          <Models />
          <Equipment />
          <ApiKeys />
          <Account />
          <About />
        </div>
      </div>
    </Page>
  )
}
