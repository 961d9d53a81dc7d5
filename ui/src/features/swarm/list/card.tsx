import { Link } from '@tanstack/react-router'
import { memo, useEffect, useRef, useState } from 'react'

import { Avatar } from '@/components/avatar'
import { IconButton } from '@/components/button'
import { Chip } from '@/components/chip'
import { Menu, MenuItem, MenuLine } from '@/components/menu'
import { Ago } from '@/components/time'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { Bar } from '../budget'
import { tightest } from '../budget-model'
import { useResidents } from '../data'
import { DeadChip, StatusChip } from '../status-chip'
import { StopDialog } from '../stop-dialog'
import type { Swarm } from '../types'
import { useSwarmAct, useSwarmRemove } from '../use-acts'

const MOST_SHOWN = 7

/** A swarm in the list: its goal, who lives in it, how it stands. */
export const SwarmCard = memo(function SwarmCard({ swarm }: { swarm: Swarm }) {
  const t = useTexts('swarm')
  const format = useFormat()
  return (
    <li
      className={cn(
        'group relative flex min-w-0 flex-col gap-3 rounded-lg border bg-surface p-4',
        'transition-colors duration-120 hover:border-line-strong',
      )}
    >
      <div className="flex min-w-0 items-start gap-2">
        <div className="min-w-0 flex-1">
          <h2 className="truncate text-md font-semibold">
            <Link
              to="/swarm/$swarmId"
              params={{ swarmId: swarm.id }}
              className={cn(
                'after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none',
                'focus-visible:after:outline-2 focus-visible:after:outline-accent',
              )}
            >
              {swarm.name}
            </Link>
          </h2>
          <p className="mt-0.5 line-clamp-2 min-h-10 text-base break-words text-muted">{swarm.goal}</p>
        </div>
        <CardMenu swarm={swarm} />
      </div>
      <div className="flex min-h-8 items-center gap-2">
        <Faces swarm={swarm} />
      </div>
      <div className="flex min-h-5.5 flex-wrap items-center gap-1.5">
        <StatusChip swarm={swarm} />
        {swarm.unread > 0 && (
          <Chip tone="accent" icon="envelope-simple">
            {t('unread', { count: swarm.unread, n: format.number(swarm.unread) })}
          </Chip>
        )}
        <DeadChip swarm={swarm} />
        <Ago at={swarm.updatedAt} className="ml-auto text-sm whitespace-nowrap text-muted" />
      </div>
      <Tightest swarm={swarm} />
    </li>
  )
})

/** The limit that comes nearest. */
function Tightest({ swarm }: { swarm: Swarm }) {
  const t = useTexts('swarm')
  const format = useFormat()
  const use = tightest(swarm)
  return (
    <div className="flex h-4 items-center gap-3 text-xs text-muted">
      {use && (
        <>
          <span className="flex-1">
            <Bar use={use} />
          </span>
          <span className="numbers shrink-0">
            {t('budget.most', { share: format.percent(use.share), name: t(`budget.lower.${use.budget}`) })}
          </span>
        </>
      )}
    </div>
  )
}

/** Who lives in it, read once the card is in view. */
function Faces({ swarm }: { swarm: Swarm }) {
  const t = useTexts('swarm')
  const format = useFormat()
  const place = useRef<HTMLSpanElement>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    const element = place.current
    if (!element || seen) return undefined
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setSeen(true),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [seen])
  const residents = useResidents(swarm.id, seen).data ?? []
  const left = swarm.residents - Math.min(residents.length, MOST_SHOWN)
  return (
    <>
      <span ref={place} className="flex min-h-8 min-w-1 items-center">
        {residents.slice(0, MOST_SHOWN).map((resident) => (
          <Avatar key={resident.id} agent={resident} size={30} className="-mr-1.5 ring-2 ring-surface" />
        ))}
      </span>
      <span className="pl-1 text-sm text-muted">
        {residents.length > 0 && left > 0
          ? `+${format.number(left)}`
          : t('residents', { count: swarm.residents, n: format.number(swarm.residents) })}
      </span>
    </>
  )
}

function CardMenu({ swarm }: { swarm: Swarm }) {
  const t = useTexts('swarm')
  const act = useSwarmAct(swarm.id)
  const remove = useSwarmRemove()
  const [stopping, setStopping] = useState(false)
  return (
    <>
      <Menu
        trigger={
          <IconButton
            icon="dots-three"
            size="small"
            label={t('acts.label', { name: swarm.name })}
            className="relative z-1 -mt-0.5 -mr-1.5"
          />
        }
      >
        {swarm.status === 'running' ? (
          <MenuItem icon="pause" onSelect={() => act.mutate('pause')}>
            {t('acts.pause')}
          </MenuItem>
        ) : (
          <MenuItem icon="play" onSelect={() => act.mutate('resume')}>
            {t('acts.resume')}
          </MenuItem>
        )}
        {swarm.status !== 'stopped' && (
          <MenuItem icon="stop" onSelect={() => setStopping(true)}>
            {t('acts.stop')}
          </MenuItem>
        )}
        <MenuLine />
        <MenuItem icon="trash" danger onSelect={() => remove(swarm)}>
          {t('acts.delete')}
        </MenuItem>
      </Menu>
      {stopping && (
        <StopDialog
          busy={act.isPending}
          onStop={() => act.mutate('stop', { onSettled: () => setStopping(false) })}
          onClose={() => setStopping(false)}
        />
      )}
    </>
  )
}
