import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { Page } from '@/components/page'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

type Tab = 'tools' | 'servers' | 'credentials'

const TABS = [
  ['tools', '/tools'],
  ['servers', '/tools/servers'],
  ['credentials', '/tools/credentials'],
] as const

/** The page that tools, servers and credentials share, each with an address of its own. */
export function Frame({ tab, actions, children }: { tab: Tab; actions?: ReactNode; children: ReactNode }) {
  const t = useTexts('tools')
  return (
    <Page module="tools" title={t('title')} about={t(`about.${tab}`)} actions={actions}>
      <nav aria-label={t('tabs.label')} className="mb-5 flex max-w-full gap-0.5 overflow-x-auto border-b">
        {TABS.map(([name, to]) => (
          <Link
            key={name}
            to={to}
            activeOptions={{ exact: true, includeSearch: false }}
            className={cn(
              '-mb-px flex h-10 shrink-0 items-center border-b-2 border-transparent px-3',
              'font-medium max-sm:px-2 max-sm:text-sm text-muted transition-colors duration-120',
              'hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:border-accent',
              'aria-[current=page]:text-ink',
            )}
          >
            {t(`tabs.${name}`)}
          </Link>
        ))}
      </nav>
      {children}
    </Page>
  )
}
