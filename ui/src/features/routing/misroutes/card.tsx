import { Link } from '@tanstack/react-router'
import { memo, useEffect, useId, useRef, useState } from 'react'

import { Avatar } from '@/components/avatar'
import { Button, buttonLook } from '@/components/button'
import { Field, Select } from '@/components/field'
import { Icon } from '@/components/icon'
import { RunLink } from '@/components/run-link'
import { Ago } from '@/components/time'
import { useAgents, useAgentsById } from '@/lib/agents'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

import { useSayCorrect } from './data'
import { Proposals } from './proposals'
import type { Misroute } from './types'

interface MisrouteCardProps {
  misroute: Misroute
  /** Whether the address names it. */
  begins: boolean
  onWithdraw: (misroute: Misroute) => void
}

/** A message that the wrong agent had: who had it, whose it was, and what would put it right. */
export const MisrouteCard = memo(function MisrouteCard({ misroute, begins, onWithdraw }: MisrouteCardProps) {
  const t = useTexts('routing-misroutes')
  const [open, setOpen] = useState(begins)
  const place = useRef<HTMLLIElement>(null)
  const id = useId()
  useEffect(() => {
    if (begins) place.current?.scrollIntoView({ block: 'nearest' })
  }, [begins])
  const { correct } = misroute
  return (
    <li
      ref={place}
      className={cn('flex min-w-0 flex-col gap-3 rounded-lg border bg-surface p-4', begins && 'border-line-strong')}
    >
      <div className="flex min-w-0 flex-col gap-1.5">
        <h2
          className="line-clamp-4 text-md font-medium break-words"
          title={misroute.message.length > 300 ? misroute.message : undefined}
        >
          {misroute.message}
        </h2>
        <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1.5">
          <Who id={misroute.chosen} label={t('chosen')} gone />
          <Icon name="arrow-right" size={16} className="text-muted" />
          {correct ? <Who id={correct} label={t('correct')} /> : <span className="text-muted">{t('unknown')}</span>}
          <Ago at={misroute.createdAt} className="text-sm text-muted sm:ml-auto" />
        </div>
        {misroute.note && <p className="break-words text-muted">{misroute.note}</p>}
      </div>
      {!correct && <SayCorrect misroute={misroute} />}
      <div className="flex flex-wrap items-center gap-2">
        {correct && (
          <Button
            size="small"
            icon="lightning"
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            onClick={() => setOpen(!open)}
          >
            {t(open ? 'hide' : 'show')}
          </Button>
        )}
        <Link
          to="/routing"
          search={{ decision: misroute.decisionId, whyNot: correct ?? undefined }}
          className={buttonLook('quiet', 'small')}
        >
          <Icon name="signpost" size={15} />
          {t('open')}
        </Link>
        {misroute.executionId && (
          <RunLink executionId={misroute.executionId} className={buttonLook('quiet', 'small')}>
            <Icon name="chat-circle-dots" size={15} />
            {t('rerouted')}
          </RunLink>
        )}
        <Button size="small" look="quiet" icon="arrow-counter-clockwise" onClick={() => onWithdraw(misroute)}>
          {t('withdraw')}
        </Button>
      </div>
      {correct && open && (
        <div id={id} className="border-t pt-3">
          <Proposals misroute={misroute} />
        </div>
      )}
    </li>
  )
})

function Who({ id, label, gone }: { id: string | null; label: string; gone?: boolean }) {
  const t = useTexts('routing-misroutes')
  const agent = useAgentsById().get(id ?? '')
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Avatar agent={agent} size={24} {...(id ? {} : { state: 'off' as const })} />
      <span className={cn('min-w-0 truncate font-medium', gone && 'text-muted line-through decoration-faint')}>
        {id ? (agent?.name ?? id) : t('nobody')}
      </span>
      <span className="text-sm text-muted">{label}</span>
    </span>
  )
}

/** Asks whose the message was, where nobody said. */
function SayCorrect({ misroute }: { misroute: Misroute }) {
  const t = useTexts('routing-misroutes')
  const { data: agents } = useAgents()
  const say = useSayCorrect()
  const others = (agents ?? []).filter(
    ({ id, role, status }) =>
      id !== misroute.chosen && (role === 'specialist' || role === 'custom') && status === 'active',
  )
  return (
    <Field label={t('say')} hint={t('sayHint')} className="max-w-90">
      {(control) => (
        <Select
          {...control}
          className="w-full"
          value=""
          disabled={say.isPending}
          onChange={(event) => event.target.value && say.mutate({ misroute, agentId: event.target.value })}
        >
          <option value="">{t('sayChoose')}</option>
          {others.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
