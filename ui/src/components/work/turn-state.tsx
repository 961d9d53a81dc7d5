import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import { Button } from '@/components/button'
import { Icon } from '@/components/icon'
import { Lacks } from '@/components/lacks'
import { useReason } from '@/components/states'
import { notify } from '@/components/toasts'
import { useTexts } from '@/lib/text'
import { useWhy } from '@/lib/why'

import type { TurnView } from './turn-view'

/** Reasons for which a run waits until somebody raises a limit on spending. */
const USED_UP: ReadonlySet<string> = new Set(['money-used-up', 'tokens-used-up', 'calls-used-up'])

interface TurnStateProps {
  view: TurnView
  agentName: string | undefined
  /** Something before it in the thread is not over. */
  queued: boolean
  /** The server does not have it yet. */
  sending: boolean
  onStop: () => void
  /** Goes on after a call of which nobody knows what became, making it again or not. */
  onResume: (retry: boolean) => Promise<void>
}

/** Says how a turn stands while there is no answer that would say it. */
export function TurnState({ view, agentName, queued, sending, onStop, onResume }: TurnStateProps) {
  const t = useTexts('work')
  if (sending) return <Busy text={t('state.sending')} />
  switch (view.status) {
    case 'pending':
      return queued ? (
        <div className="flex flex-wrap items-center gap-2 text-base text-muted">
          <Icon name="clock" size={17} />
          <span className="min-w-0 flex-1">{t('state.queued')}</span>
          <Button size="small" look="quiet" onClick={onStop}>
            {t('stop')}
          </Button>
        </div>
      ) : (
        <Busy text={t('state.pending')} />
      )
    case 'running':
      return <Running view={view} />
    case 'waiting':
      return view.unknown ? (
        <Waiting view={view} onStop={onStop} onResume={onResume} />
      ) : (
        <Asked view={view} onStop={onStop} />
      )
    case 'failed':
      return <Failed view={view} agentName={agentName} />
    case 'cancelled':
      return (
        <p className="flex items-center gap-2 text-base text-muted">
          <Icon name="stop" size={16} />
          {t('state.cancelled')}
        </p>
      )
    default:
      return null
  }
}

function Busy({ text }: { text: string }) {
  return (
    <p className="flex min-h-6 items-center gap-2 text-base text-muted">
      <span aria-hidden className="size-2 animate-pulse-soft rounded-full bg-accent" />
      {text}
    </p>
  )
}

function Running({ view }: { view: TurnView }) {
  const t = useTexts('work')
  const why = useWhy()
  const rounds = view.iteration && view.iteration.iteration > 1 ? view.iteration : null
  if (view.retrying) {
    return (
      <p className="flex items-start gap-2 text-base text-warning">
        <Icon name="warning" size={17} className="mt-0.5" />
        <span className="min-w-0">
          {t('state.retrying', { reason: why(view.retrying.why, view.retrying.message) })}
        </span>
      </p>
    )
  }
  // While text comes, the text itself says that it runs.
  if (view.answer && !rounds) return null
  if (view.answer)
    return (
      <p className="numbers text-sm text-muted">{t('state.round', { now: rounds!.iteration, most: rounds!.limit })}</p>
    )
  const working = view.rounds.at(-1)?.tools.some((tool) => tool.status === 'running')
  if (working && !rounds) return null
  return <Busy text={rounds ? t('state.round', { now: rounds.iteration, most: rounds.limit }) : t('state.thinking')} />
}

function Waiting({ view, onStop, onResume }: Pick<TurnStateProps, 'view' | 'onStop' | 'onResume'>) {
  const t = useTexts('work')
  const why = useWhy()
  const reason = useReason()
  const [busy, setBusy] = useState<'again' | 'on' | null>(null)
  const go = async (retry: boolean) => {
    setBusy(retry ? 'again' : 'on')
    try {
      await onResume(retry)
    } catch (error) {
      notify(reason(error), 'failed')
    }
    setBusy(null)
  }
  return (
    <div
      role="group"
      aria-label={t('state.waiting')}
      className="flex flex-col gap-3 rounded-lg border bg-info-soft/60 p-4"
    >
      <p className="flex items-start gap-2 text-base">
        <Icon name="hourglass" size={18} className="mt-px text-info" />
        <span className="min-w-0 break-words">
          {why(view.waitingWhy, view.waitingFor ?? '') || t('state.waitingFor')}
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          look="primary"
          busy={busy === 'on'}
          disabled={busy !== null}
          onClick={() => void go(false)}
        >
          {t('state.goOn')}
        </Button>
        <Button size="small" busy={busy === 'again'} disabled={busy !== null} onClick={() => void go(true)}>
          {t('state.callAgain')}
        </Button>
        <Button size="small" look="quiet" onClick={onStop}>
          {t('stop')}
        </Button>
      </div>
    </div>
  )
}

/** What holds it up stands above: calls that wait for the person's word. */
function Asked({ view, onStop }: Pick<TurnStateProps, 'view' | 'onStop'>) {
  const t = useTexts('work')
  const why = useWhy()
  if (view.waitingWhy && USED_UP.has(view.waitingWhy.code)) {
    return (
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border bg-warning-soft/60 p-4 text-base">
        <Icon name="coins" size={18} className="text-warning" />
        <span className="min-w-0 flex-[1_1_14rem] break-words">{why(view.waitingWhy, view.waitingFor ?? '')}</span>
        <Link to="/budgets" className="font-medium text-accent underline-offset-4 hover:underline">
          {t('budgets')}
        </Link>
        <Button size="small" look="quiet" onClick={onStop}>
          {t('stop')}
        </Button>
      </div>
    )
  }
  if (!view.asks) return <Busy text={t('state.pending')} />
  return (
    <div className="flex flex-wrap items-center gap-2 text-base text-muted">
      <Icon name="hand-palm" size={17} className="text-warning" />
      <span className="min-w-0 flex-1">{t('state.asks')}</span>
      <Button size="small" look="quiet" onClick={onStop}>
        {t('stop')}
      </Button>
    </div>
  )
}

function Failed({ view, agentName }: { view: TurnView; agentName: string | undefined }) {
  const t = useTexts('work')
  const shared = useTexts('shared')
  const why = useWhy()
  const lack = view.failure?.lack
  const usedUp = USED_UP.has(view.failure?.why?.code ?? '')
  const aboutModels = ['authentication', 'model', 'rate_limit', 'budget'].includes(view.failure?.errorClass ?? '')
  return (
    <div className="flex items-start gap-2.5 rounded-lg border bg-danger-soft/60 p-4 text-base">
      <Icon name="warning-circle" size={19} className="mt-px text-danger" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{agentName ? t('state.failed', { agent: agentName }) : t('state.nobodyFailed')}</p>
        {lack ? (
          <Lacks lacks={[lack]} detail="" className="mt-0.5 text-muted" />
        ) : (
          <p className="mt-0.5 break-words text-muted">
            {why(view.failure?.why, view.failure?.message ?? '') || shared('failed')}
          </p>
        )}
        {usedUp && (
          <Link
            to="/budgets"
            className="mt-1.5 inline-block font-medium text-accent underline-offset-4 hover:underline"
          >
            {t('budgets')}
          </Link>
        )}
        {aboutModels && !lack && !usedUp && (
          <Link
            to="/settings"
            hash="models"
            className="mt-1.5 inline-block font-medium text-accent underline-offset-4 hover:underline"
          >
            {t('settings')}
          </Link>
        )}
      </div>
    </div>
  )
}
