import { useState } from 'react'

import { Icon } from '@/components/icon'
import { useMedia } from '@/lib/media'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

import type { DocumentText } from './types'

const MOST = 200

/** The headings of a document; each leads to its place. */
export function Outline({ outline, onOpen }: { outline: DocumentText['outline']; onOpen: (index: number) => void }) {
  const t = useTexts('memory-documents')
  const beside = useMedia('(min-width: 1100px)')
  const [open, setOpen] = useState(false)
  if (!outline.length) return null
  const least = Math.min(...outline.map(({ level }) => level))
  const shown = beside || open
  return (
    <nav aria-label={t('document.outline')} className={cn(!beside && 'rounded-lg border bg-surface')}>
      {beside ? (
        <h2 className="mb-1 px-2 text-sm font-semibold">{t('document.outline')}</h2>
      ) : (
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="flex h-10 w-full items-center gap-2 px-4 font-medium"
        >
          <Icon name="list" size={16} className="text-muted" />
          <span className="flex-1 text-left">{t('document.outline')}</span>
          <Icon name={open ? 'caret-up' : 'caret-down'} size={14} className="text-muted" />
        </button>
      )}
      {shown && (
        <ul className={cn(!beside && 'max-h-72 overflow-y-auto border-t p-2')}>
          {outline.slice(0, MOST).map(({ heading, level, start }, index) => (
            <li key={start}>
              <button
                type="button"
                title={heading}
                onClick={() => {
                  setOpen(false)
                  onOpen(index)
                }}
                className={cn(
                  'block min-h-7 w-full truncate rounded-md px-2 py-1 text-left text-sm text-muted',
                  'transition-colors duration-120 hover:bg-hover hover:text-ink',
                )}
                style={{ paddingLeft: 8 + 12 * Math.min(4, level - least) }}
              >
                {heading}
              </button>
            </li>
          ))}
        </ul>
      )}
    </nav>
  )
}
