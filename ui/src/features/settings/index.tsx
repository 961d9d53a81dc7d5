import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useRef } from 'react'

import { api, data } from '@/client/api'
import { Page } from '@/components/page'
import { cn } from '@/lib/cn'
import { titleOf } from '@/lib/plugin-pages'
import { usePreferences } from '@/lib/preferences'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { About } from './about'
import { Account } from './account'
import { useAnchored } from './anchored'
import { ApiKeys } from './api-keys'
import { Appearance } from './appearance'
import { Audit } from './audit'
import { Defaults } from './defaults'
import { Embedder } from './embedder'
import { Equipment } from './equipment'
import { Keeping } from './keeping'
import { Memory } from './memory'
import { Models } from './models'
import { OfPlugin } from './of-plugin'
import { People } from './people'
import { Programs } from './programs'

/** What a person sets for agents, before the sections of plug-ins, and for themselves, after those. */
const FOR_AGENTS = ['appearance', 'defaults', 'memory', 'models', 'embedder', 'equipment', 'programs'] as const
const FOR_ONESELF = ['keys', 'keeping', 'people', 'audit', 'account', 'about'] as const
const FOR_ADMINISTRATORS: ReadonlySet<string> = new Set(['keeping', 'people'])

/** Everything a person can set, one section under another. */
export default function Settings() {
  const t = useTexts('settings')
  const hash = useLocation({ select: (location) => location.hash })
  const content = useRef<HTMLDivElement>(null)
  useAnchored(hash, content)
  const me = useQuery({ queryKey: keys.me, queryFn: () => data(api.GET('/api/me')), staleTime: Infinity })
  const administers = me.data !== undefined && me.data.user.role !== 'member'
  const hasPrograms = me.data?.features.includes('code') ?? false
  const hasAudit = me.data?.features.includes('audit') ?? false
  const { language } = usePreferences()
  const brought = me.data?.pages.filter((page) => page.section) ?? []
  const sections = [
    ...FOR_AGENTS.filter((id) => id !== 'programs' || hasPrograms).map((id) => ({ id, title: t(`${id}.title`) })),
    ...brought.map((page) => ({ id: page.section, title: titleOf(page, language) })),
    ...FOR_ONESELF.filter((id) => (administers || !FOR_ADMINISTRATORS.has(id)) && (id !== 'audit' || hasAudit)).map(
      (id) => ({
        id,
        title: t(`${id}.title`),
      }),
    ),
  ]
  return (
    <Page module="settings" title={t('title')}>
      <div className="grid items-start gap-x-10 gap-y-4 lg:grid-cols-[176px_minmax(0,760px)]">
        <nav aria-label={t('sections')} className="top-4 flex gap-1 overflow-x-auto lg:sticky lg:flex-col">
          {sections.map(({ id, title }) => (
            <a
              key={id}
              href={`#${id}`}
              aria-current={id === (hash.split('-')[0] || FOR_AGENTS[0]) ? 'location' : undefined}
              className={cn(
                'flex min-h-8 shrink-0 items-center rounded-md px-2.5 py-1.5 leading-tight',
                'font-medium max-lg:whitespace-nowrap text-muted transition-colors duration-120',
                'hover:bg-hover hover:text-ink aria-[current=location]:bg-hover',
                'aria-[current=location]:text-ink',
              )}
            >
              {title}
            </a>
          ))}
        </nav>
        <div ref={content} className="flex min-w-0 flex-col gap-5">
          <Appearance />
          <Defaults />
          <Memory />
          <Models />
          <Embedder administers={administers} />
          <Equipment />
          {hasPrograms && <Programs administers={administers} />}
          {brought.map((page) => (
            <OfPlugin key={page.plugin} page={page} />
          ))}
          <ApiKeys />
          {administers && <Keeping />}
          {administers && me.data && <People me={me.data.user} />}
          {hasAudit && <Audit administers={administers} />}
          <Account />
          <About />
        </div>
      </div>
    </Page>
  )
}
