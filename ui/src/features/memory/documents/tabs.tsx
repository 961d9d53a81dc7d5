import { Link } from '@tanstack/react-router'

import { Icon } from '@/components/icon'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

const LOOK = cn(
  'inline-flex h-8 items-center gap-1.5 rounded-sm px-3 font-medium text-muted',
  'transition-colors duration-120 hover:text-ink aria-[current=page]:bg-surface',
  'aria-[current=page]:text-ink aria-[current=page]:shadow-[0_1px_2px_oklch(0_0_0/12%)]',
)

/** The way between what agents remember and the documents they read. */
export function MemoryTabs() {
  const t = useTexts('memory-documents')
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
      </span>
    </nav>
  )
}
