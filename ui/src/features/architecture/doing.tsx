import { Icon } from '@/components/icon'
import { useLiveTurn } from '@/live/store'
import type { LiveTurn } from '@/live/turns'

import type { Run } from './flow'
import { useOpen } from './open'
import { StatusChip } from './status'
import { useArchitectureTexts } from './texts'

/** What an agent does for one execution at this moment. */
export function Doing({ run }: { run: Run }) {
  const t = useArchitectureTexts()
  const open = useOpen()
  const turn = useLiveTurn(run.id)
  return (
    <li className="relative rounded-md border px-3 py-2 hover:bg-hover">
      <button type="button" onClick={() => open({ execution: run.id })} className="line-clamp-2 text-left text-base font-medium after:absolute after:inset-0">
        {run.message}
      </button>
      <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
        {run.status === 'running' ? <Now turn={turn} /> : <StatusChip status={run.status} />}
        {turn?.iteration && run.status === 'running' && <span>{t('panel.iteration', turn.iteration)}</span>}
      </p>
    </li>
  )
}

function Now({ turn }: { turn: LiveTurn | undefined }) {
  const t = useArchitectureTexts()
  const tool = turn?.tools.findLast((one) => one.status === 'running')
  const writes = turn?.openCall && turn.texts.some((one) => one.call === turn.openCall && one.text)
  return (
    <span className="flex items-center gap-1 text-accent">
      <Icon name={tool ? 'wrench' : writes ? 'pencil-simple' : 'cpu'} size={14} />
      {tool ? t('panel.usesTool', { tool: tool.name }) : t(writes ? 'panel.writes' : 'panel.thinks')}
    </span>
  )
}
