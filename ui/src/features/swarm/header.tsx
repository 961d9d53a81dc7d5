import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'

import { Button, IconButton } from '@/components/button'
import { Icon } from '@/components/icon'
import { Menu, MenuItem, MenuLine } from '@/components/menu'
import { Choice } from '@/components/tabs'
import { Tooltip } from '@/components/tooltip'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import { useWhy } from '@/lib/why'

import { useAddress, type View } from './address'
import { BudgetBars } from './budget'
import { reachedOf } from './budget-model'
import { EditDialog } from './edit-dialog'
import { LimitsDialog } from './limits-dialog'
import { StatusChip } from './status-chip'
import { StopDialog } from './stop-dialog'
import type { Swarm } from './types'
import { useSwarmAct, useSwarmRemove } from './use-acts'

const VIEWS: readonly View[] = ['room', 'flow', 'waits', 'mail']

/** What swarm this is, how it stands, what it has used, and what can be done to all of it. */
export function SwarmHeader({ swarm }: { swarm: Swarm }) {
  return (
    <header className="flex shrink-0 flex-col border-b">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 pt-3 pb-2 sm:px-6">
        <Names swarm={swarm} />
        <BudgetBars swarm={swarm} className="w-104 max-w-full max-lg:order-last max-lg:-mx-2 max-lg:w-full" />
        <Acts swarm={swarm} />
      </div>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 pb-2.5 sm:px-6">
        <Goal text={swarm.goal} />
        <Views swarm={swarm} />
      </div>
      <Reason swarm={swarm} />
    </header>
  )
}

function Names({ swarm }: { swarm: Swarm }) {
  const t = useTexts('swarm')
  return (
    <div className="flex min-w-0 flex-1 basis-40 items-center gap-2">
      <Tooltip text={t('back')}>
        <Link
          to="/swarm"
          aria-label={t('back')}
          className={cn(
            '-ml-2 grid size-9 shrink-0 place-items-center rounded-md text-muted',
            'transition-colors duration-120 hover:bg-hover hover:text-ink',
          )}
        >
          <Icon name="arrow-left" size={19} />
        </Link>
      </Tooltip>
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
        <h1 className="max-w-full truncate text-lg font-semibold tracking-tight" title={swarm.name}>
          {swarm.name}
        </h1>
        <StatusChip swarm={swarm} />
      </div>
    </div>
  )
}

/** One line, and all of it when that is not enough. */
function Goal({ text }: { text: string }) {
  const t = useTexts('swarm')
  const [open, setOpen] = useState(false)
  return (
    <button
      type="button"
      aria-expanded={open}
      aria-label={`${t('goal')}: ${text}`}
      title={t(open ? 'goalLess' : 'goalMore')}
      onClick={() => setOpen(!open)}
      className={cn(
        '-mx-2 flex min-h-8 min-w-0 flex-1 basis-64 items-start gap-1.5 rounded-md px-2',
        'py-1.5 text-left text-base text-muted transition-colors duration-120',
        'hover:bg-hover',
      )}
    >
      <Icon name="target" size={16} className="mt-0.5" />
      <span className={cn('min-w-0', open ? 'max-h-40 overflow-y-auto break-words whitespace-pre-wrap' : 'truncate')}>
        {text}
      </span>
    </button>
  )
}

function Views({ swarm }: { swarm: Swarm }) {
  const t = useTexts('swarm')
  const format = useFormat()
  const { view, go } = useAddress()
  const label = (one: View) =>
    one === 'mail' && swarm.dead ? `${t('views.mail')} ${format.number(swarm.dead)}` : t(`views.${one}`)
  return (
    <Choice
      label={t('views.label')}
      value={view ?? 'room'}
      size="small"
      onChange={(one) => go({ view: one === 'room' ? undefined : one })}
      options={VIEWS.map((value) => ({ value, label: label(value) }))}
    />
  )
}

function Acts({ swarm }: { swarm: Swarm }) {
  const t = useTexts('swarm')
  const navigate = useNavigate()
  const act = useSwarmAct(swarm.id)
  const remove = useSwarmRemove()
  const [open, setOpen] = useState<'stop' | 'limits' | 'edit' | null>(null)
  const running = swarm.status === 'running'
  // Where a limit is reached, raising it is what helps.
  const full = reachedOf(swarm) !== null
  const doing = act.isPending ? act.variables : null
  return (
    <div className="flex items-center gap-1.5">
      {running ? (
        <Button
          icon="pause"
          busy={doing === 'pause'}
          disabled={act.isPending}
          onClick={() => act.mutate('pause')}
          className="max-sm:size-9 max-sm:px-0"
        >
          <span className="max-sm:sr-only">{t('acts.pause')}</span>
        </Button>
      ) : (
        <Button
          look={full ? 'plain' : 'primary'}
          icon="play"
          busy={doing === 'resume'}
          disabled={act.isPending}
          onClick={() => act.mutate('resume')}
          className="max-sm:size-9 max-sm:px-0"
        >
          <span className="max-sm:sr-only">{t('acts.resume')}</span>
        </Button>
      )}
      {swarm.status !== 'stopped' && (
        <IconButton icon="stop" label={t('acts.stop')} danger onClick={() => setOpen('stop')} />
      )}
      <Menu trigger={<IconButton icon="dots-three" label={t('acts.label', { name: swarm.name })} />}>
        <MenuItem icon="pencil-simple" onSelect={() => setOpen('edit')}>
          {t('acts.rename')}
        </MenuItem>
        <MenuItem icon="sliders-horizontal" onSelect={() => setOpen('limits')}>
          {t('acts.limits')}
        </MenuItem>
        <MenuLine />
        <MenuItem
          icon="trash"
          danger
          onSelect={() => {
            remove(swarm)
            void navigate({ to: '/swarm' })
          }}
        >
          {t('acts.delete')}
        </MenuItem>
      </Menu>
      {open === 'stop' && (
        <StopDialog
          busy={act.isPending}
          onStop={() => act.mutate('stop', { onSettled: () => setOpen(null) })}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'limits' && <LimitsDialog swarm={swarm} onClose={() => setOpen(null)} />}
      {open === 'edit' && <EditDialog swarm={swarm} onClose={() => setOpen(null)} />}
    </div>
  )
}

/** Why it does not run, and the way on. */
function Reason({ swarm }: { swarm: Swarm }) {
  const t = useTexts('swarm')
  const [raising, setRaising] = useState(false)
  const full = reachedOf(swarm)
  const why = useWhy()
  if (swarm.status === 'running' || !swarm.reason) return null
  return (
    <div
      role="status"
      className={cn(
        'flex flex-wrap items-center gap-x-3 gap-y-2 border-t bg-warning-soft px-4 py-2',
        'text-base text-warning sm:px-6',
      )}
    >
      <Icon name={full ? 'warning' : 'pause'} size={17} />
      <span className="min-w-0 flex-1 basis-60 break-words">{why(swarm.why, swarm.reason)}</span>
      {full && (
        <Button look="primary" size="small" icon="sliders-horizontal" onClick={() => setRaising(true)}>
          {t('limited')}
        </Button>
      )}
      {raising && <LimitsDialog swarm={swarm} focus={full ?? undefined} onClose={() => setRaising(false)} />}
    </div>
  )
}
