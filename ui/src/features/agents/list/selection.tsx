import { useState } from 'react'

import type { Agent } from '@/client/api'
import { Button, IconButton } from '@/components/button'
import { Menu, MenuItem } from '@/components/menu'
import { useTexts } from '@/lib/text'

import { able, type Act } from '../acts'
import type { Doer } from '../use-acts'
import { ACT_ICONS } from './menu'

const ACTS: Act[] = ['activate', 'pause', 'archive', 'duplicate', 'export', 'delete']

/** What can be done to all selected agents at once. */
export function Selection({ agents, act, onClear }: { agents: readonly Agent[]; act: Doer; onClear: () => void }) {
  const t = useTexts('agents')
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null)
  const run = async (one: Act) => {
    const keep = one === 'export'
    // From the press on: another one would do it all again.
    setProgress({ done: 0, total: able(one, agents).length })
    await act(one, agents, (done, total) => setProgress({ done, total }))
    setProgress(null)
    if (!keep) onClear()
  }
  const busy = progress !== null
  const label = (one: Act) => t(`acts.${one}`)
  return (
    <div role="toolbar" aria-label={t('bulk')} className="flex min-w-0 flex-1 items-center gap-1">
      <span aria-live="polite" className="numbers mr-1 shrink-0 text-base font-medium">
        {progress && progress.total > 1 ? t('progress', progress) : t('selected', { count: agents.length })}
      </span>
      <span className="flex min-w-0 items-center gap-0.5 max-sm:hidden">
        {ACTS.map((one) => (
          <Button
            key={one}
            size="small"
            look={one === 'delete' ? 'danger' : 'quiet'}
            icon={ACT_ICONS[one] as 'play'}
            disabled={busy || !able(one, agents).length}
            onClick={() => void run(one)}
          >
            {label(one)}
          </Button>
        ))}
      </span>
      <span className="flex-1" />
      <Menu
        trigger={<Button size="small" icon="dots-three" disabled={busy} aria-label={t('bulk')} className="sm:hidden" />}
      >
        {ACTS.map((one) => (
          <MenuItem
            key={one}
            icon={ACT_ICONS[one]}
            danger={one === 'delete'}
            disabled={!able(one, agents).length}
            onSelect={() => void run(one)}
          >
            {label(one)}
          </MenuItem>
        ))}
      </Menu>
      <IconButton icon="x" size="small" label={t('clearSelection')} onClick={onClear} />
    </div>
  )
}
