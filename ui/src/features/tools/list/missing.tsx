import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import { Button, buttonLook } from '@/components/button'
import { Icon } from '@/components/icon'
import { useTexts } from '@/lib/text'
import { useWhy } from '@/lib/why'

import { serverOf, type Missing } from '../groups'

const FEW = 4

/** The tools that cannot be used now, why, and where to go about it. */
export function MissingTools({ tools }: { tools: readonly Missing[] }) {
  const t = useTexts('tools')
  const why = useWhy()
  const [all, setAll] = useState(false)
  if (!tools.length) return null
  const shown = all ? tools : tools.slice(0, FEW)
  return (
    <section aria-labelledby="missing-tools" className="min-w-0 overflow-hidden rounded-lg border bg-warning-soft">
      <div className="flex items-start gap-2.5 px-4 py-3">
        <Icon name="warning" size={20} className="mt-0.5 text-warning" />
        <div className="min-w-0">
          <h2 id="missing-tools" className="text-base font-semibold">
            {t('missing.title', { count: tools.length })}
          </h2>
          <p className="text-sm text-muted">{t('missing.about')}</p>
        </div>
      </div>
      <ul className="divide-y border-t bg-surface">
        {shown.map((tool) => (
          <li key={tool.name} className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1.5 px-4 py-2.5">
            <div className="min-w-0 flex-1 basis-72">
              <p className="font-mono text-sm font-medium break-all">{tool.name}</p>
              <p className="text-base break-words text-muted">{why(tool.why, tool.reason)}</p>
            </div>
            <WayOn tool={tool} />
          </li>
        ))}
      </ul>
      {tools.length > FEW && (
        <div className="border-t bg-surface px-3 py-1.5">
          <Button size="small" look="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
            {t(all ? 'missing.fewer' : 'missing.all')}
          </Button>
        </div>
      )}
    </section>
  )
}

function WayOn({ tool }: { tool: Missing }) {
  const t = useTexts('tools')
  if (serverOf(tool.origin) !== undefined)
    return (
      <Link to="/tools/servers" className={buttonLook('plain', 'small')}>
        {t('missing.servers')}
      </Link>
    )
  return null
}
