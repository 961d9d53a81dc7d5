import { useState } from 'react'

import { Avatar } from '@/components/avatar'
import { IconButton } from '@/components/button'
import { Icon } from '@/components/icon'
import { Empty, Failure, Skeleton } from '@/components/states'
import { Choice } from '@/components/tabs'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import { useWhy } from '@/lib/why'

import { useAddress } from '../address'
import { useMembers, useResidents } from '../data'
import { groupOf } from '../state'
import { STATE_LOOKS, useStateWords } from '../state-words'
import { AddResident } from '../tree/add'
import { ResidentMenu } from '../tree/menu'
import type { Resident, Swarm } from '../types'
import { useResidentState } from '../use-states'
import { About } from './about'
import { Thoughts } from './thoughts'

/** What goes on in one resident: what it does now, what it did, who it is. */
export function Mind({ swarm, residentId, onClose }: { swarm: Swarm; residentId: string; onClose?: () => void }) {
  const t = useTexts('swarm')
  const residents = useResidents(swarm.id)
  const resident = residents.data?.find((one) => one.id === residentId)
  const [view, setView] = useState<'thoughts' | 'about'>('thoughts')
  const [adding, setAdding] = useState(false)
  if (!resident) {
    return (
      <div className="flex flex-col">
        {onClose && (
          <IconButton icon="x" size="small" label={t('mind.close')} onClick={onClose} className="m-2 self-end" />
        )}
        {residents.isPending ? (
          <Skeleton className="m-4 h-40" />
        ) : residents.error && !residents.data ? (
          <Failure error={residents.error} onRetry={() => void residents.refetch()} />
        ) : (
          <Empty icon="users-four" title={t('mind.gone')} />
        )}
      </div>
    )
  }
  return (
    <>
      <Head resident={resident} onAdd={() => setAdding(true)} onClose={onClose} />
      <div className="flex shrink-0 flex-wrap items-center justify-between gap-2 border-b px-4 pb-2.5">
        <Choice
          label={t('mind.views', { name: resident.name })}
          value={view}
          onChange={setView}
          size="small"
          options={[
            { value: 'thoughts', label: t('mind.thoughts') },
            { value: 'about', label: t('mind.about') },
          ]}
        />
        <Totals resident={resident} />
      </div>
      {view === 'thoughts' ? (
        <Thoughts swarm={swarm} resident={resident} />
      ) : (
        <About swarm={swarm} resident={resident} />
      )}
      {adding && <AddResident swarm={swarm} parentId={resident.id} onClose={() => setAdding(false)} />}
    </>
  )
}

function Head({
  resident,
  onAdd,
  onClose,
}: {
  resident: Resident
  onAdd: () => void
  onClose: (() => void) | undefined
}) {
  const t = useTexts('swarm')
  const { toRoom } = useAddress()
  const state = useResidentState(resident)
  const members = useMembers(resident.swarmId)
  const words = useStateWords(members)(state)
  const why = useWhy()
  const { icon, ink } = STATE_LOOKS[state.kind]
  return (
    <div className="flex shrink-0 items-start gap-3 px-4 pt-3 pb-2.5">
      <Avatar
        agent={resident}
        size={40}
        state={groupOf(state) === 'working' ? 'working' : state.kind === 'waiting' ? 'waiting' : undefined}
      />
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-md leading-5 font-semibold" title={resident.name}>
          {resident.name}
        </h2>
        <p className="truncate text-sm text-muted" title={resident.role}>
          {resident.role}
        </p>
        <p className="flex items-center gap-1 text-sm" aria-live="polite">
          <Icon name={icon} size={14} className={ink} />
          <span className="min-w-0 truncate">{words}</span>
        </p>
        {resident.reason && (
          <p className="pt-0.5 text-sm break-words text-muted">{why(resident.why, resident.reason)}</p>
        )}
      </div>
      <span className="-mt-1 -mr-1.5 flex">
        <IconButton
          icon="envelope-simple"
          size="small"
          label={t('mind.write', { name: resident.name })}
          onClick={() => toRoom(resident.id)}
        />
        <ResidentMenu resident={resident} onAdd={onAdd} inMind />
        {onClose && <IconButton icon="x" size="small" label={t('mind.close')} onClick={onClose} />}
      </span>
    </div>
  )
}

/** What it has used in all. */
function Totals({ resident }: { resident: Resident }) {
  const t = useTexts('swarm')
  const format = useFormat()
  const { inputTokens, outputTokens, modelCalls, cost } = resident.usage
  const tokens = inputTokens + outputTokens
  return (
    <span
      className="numbers text-xs text-muted"
      title={t('mind.usage', {
        input: format.number(inputTokens),
        output: format.number(outputTokens),
        calls: format.number(modelCalls),
      })}
    >
      {t('mind.turns', { count: resident.turns, n: format.number(resident.turns) })} ·{' '}
      {t('mind.tokens', { count: tokens, n: format.compact(tokens) })}
      {cost > 0 && ` · ${format.money(cost)}`}
    </span>
  )
}
