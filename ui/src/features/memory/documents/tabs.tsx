import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'

import { api, data } from '@/client/api'
import { Icon } from '@/components/icon'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

const LOOK = cn(
  'inline-flex h-8 items-center gap-1.5 rounded-sm px-3 font-medium text-muted',
  'transition-colors duration-120 hover:text-ink aria-[current=page]:bg-surface',
  'aria-[current=page]:text-ink aria-[current=page]:shadow-[0_1px_2px_oklch(0_0_0/12%)]',
)

/** The way between what agents remember, the documents they read, and the files they made. */
export function MemoryTabs() {
  const t = useTexts('memory-documents')
  const me = useQuery({ queryKey: keys.me, queryFn: () => data(api.GET('/api/me')), staleTime: Infinity })
  const hasWorkspaces = me.data?.features.includes('code') ?? true
  return (
    <nav aria-label={t('which')} className="mb-3 flex shrink-0">
      <span className="inline-flex gap-0.5 rounded-md bg-sunken p-0.5">
        <Link to="/memory" activeOptions={{ exact: true, includeSearch: false }} className={LOOK}>
          <Icon name="graph" size={16} />
          {t('graph')}
        </Link>
        <Link to="/memory/documents" activeOptions={{ includeSearch: false }} className={LOOK}>
          <Icon name="files" size={16} />
          {t('documents')}
        </Link>
        {hasWorkspaces && (
          <Link to="/memory/workspaces" activeOptions={{ includeSearch: false }} className={LOOK}>
            <Icon name="terminal-window" size={16} />
            {t('workspaces')}
          </Link>
        )}
      </span>
    </nav>
  )
}
