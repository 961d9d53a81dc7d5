import { Icon } from '@/components/icon'
import { useAgentsById } from '@/lib/agents'
import { useTexts } from '@/lib/text'
import { useLiveTurn } from '@/live/store'
import { callerOf } from '@/live/place'
import type { LiveHelper, LiveTurn } from '@/live/turns'

import type { Run } from './flow'
import { useOpen } from './open'
import { StatusChip } from './status'

/** What an agent does for one execution at this moment. */
export function Doing({ run, agentId }: { run: Run; agentId: string }) {
  const t = useTexts('architecture')
  const open = useOpen()
  const turn = useLiveTurn(run.id)
  const helper = turn?.helpers.findLast((one) => one.agent === agentId && one.status === 'running')
  const iteration = helper ? helper.iteration : turn?.iteration
  return (
    <li className="relative rounded-md border px-3 py-2 hover:bg-hover">
      <button
        type="button"
        onClick={() => open({ execution: run.id })}
        className="line-clamp-2 text-left text-base font-medium after:absolute after:inset-0"
      >
        {run.message}
      </button>
      <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
        {run.status === 'running' ? <Now turn={turn} helper={helper} /> : <StatusChip status={run.status} />}
        {iteration && run.status === 'running' && <span>{t('panel.iteration', iteration)}</span>}
      </p>
    </li>
  )
}

function Now({ turn, helper }: { turn: LiveTurn | undefined; helper: LiveHelper | undefined }) {
  const t = useTexts('architecture')
  const caller = helper?.call ?? ''
  const tool = turn?.tools.findLast((one) => one.status === 'running' && callerOf(one.place) === caller)
  const open = helper
    ? turn?.texts.findLast((one) => callerOf(one.place) === caller)
    : turn?.texts.find((one) => one.call === turn.openCall)
  const asked = tool?.helper
  const says = asked ? 'asksHelper' : tool ? 'usesTool' : open?.text ? 'writes' : 'thinks'
  const name = useAgentsById().get(asked ?? '')?.name ?? asked ?? tool?.name ?? ''
  return (
    <span className="flex items-center gap-1 text-accent">
      <Icon name={ICONS[says]} size={14} />
      {t(`panel.${says}`, { tool: name, helper: name })}
    </span>
  )
}

const ICONS = { asksHelper: 'users-three', usesTool: 'wrench', writes: 'pencil-simple', thinks: 'cpu' } as const
