import { useState } from 'react'

import type { Decision } from '@/client/api'
import { Avatar } from '@/components/avatar'
import { Button } from '@/components/button'
import { Chip } from '@/components/chip'
import { agentsOf, useNamed } from '@/components/decision/named'
import { Icon } from '@/components/icon'
import { Choice } from '@/components/tabs'
import { SUPERVISOR, useAgentsById } from '@/lib/agents'
import { useTexts } from '@/lib/text'
import { useWhy } from '@/lib/why'

import { useMakeCandidate } from '../data'
import { EditList } from '../edits/edit-list'
import type { WhyNot } from '../types'

const LONGEST_MESSAGE = 120

/** Why an agent did not get the message, and the smallest change after which it does. */
export function WhyNotAnswer({ answer, decision }: { answer: WhyNot; decision: Decision }) {
  const t = useTexts('routing-explorer')
  const agents = useAgentsById()
  const make = useMakeCandidate()
  const named = useNamed()
  const why = useWhy()
  const options = [answer.edits, ...answer.alternatives]
  const [chosen, setChosen] = useState('0')
  const edits = options[Number(chosen)] ?? answer.edits
  const agent = agents.get(answer.agent)?.name ?? answer.agent
  const { message } = decision
  const reason = named(why(answer.why, answer.reason), [answer.agent, answer.winner, ...agentsOf(decision)])
  if (answer.winner === answer.agent) return <Note icon="check-circle">{t('whyNot.already', { agent })}</Note>
  if (!answer.edits.length) {
    return (
      <Note icon="prohibit" title={t('whyNot.impossible')}>
        {reason}
      </Note>
    )
  }
  const short = message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE).trimEnd()}…` : message
  return (
    <div className="flex min-w-0 animate-rise flex-col gap-4">
      <p className="rounded-md bg-sunken px-3 py-2.5 text-base break-words">{reason}</p>
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
        <div className="flex min-w-0 flex-col gap-2.5">
          <div className="flex flex-wrap items-center gap-2">
            <h3 className="text-base font-semibold">{t('whyNot.smallest', { count: edits.length })}</h3>
            {answer.proven && (
              <span title={t('whyNot.provenAbout', { agent })}>
                <Chip tone="success" icon="seal-check">
                  {t('whyNot.proven')}
                </Chip>
              </span>
            )}
          </div>
          <EditList edits={edits} className="text-base" />
          {options.length > 1 && (
            <div className="max-w-full overflow-x-auto">
              <Choice
                size="small"
                label={t('whyNot.options')}
                value={chosen}
                onChange={setChosen}
                options={options.map((_, index) => ({
                  value: String(index),
                  label: t('whyNot.option', { number: index + 1 }),
                }))}
              />
            </div>
          )}
        </div>
        <div className="flex items-center justify-center gap-3 rounded-lg bg-sunken px-5 py-3">
          <Holder id={answer.winner} label={t('whyNot.before')} />
          <Icon name="arrow-right" size={20} className="text-faint" />
          <Holder id={answer.agent} label={t('whyNot.after')} />
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          look="primary"
          icon="flag"
          busy={make.isPending}
          onClick={() => make.mutate({ reason: t('whyNot.reason', { agent, message: short }), edits })}
        >
          {t('whyNot.make')}
        </Button>
        <p className="min-w-0 flex-[1_1_14rem] text-sm text-muted">{t('whyNot.makeAbout')}</p>
      </div>
    </div>
  )
}

/** Who has the message, before or after. */
function Holder({ id, label }: { id: string | null; label: string }) {
  const t = useTexts('routing-explorer')
  const agent = useAgentsById().get(id ?? SUPERVISOR)
  return (
    <span className="flex w-24 min-w-0 flex-col items-center gap-1 text-center">
      <span className="text-xs text-muted">{label}</span>
      <Avatar agent={agent} size={36} />
      <span className="w-full truncate text-sm font-medium">
        {id === null ? t('whyNot.nobody') : (agent?.name ?? id)}
      </span>
    </span>
  )
}

function Note({
  icon,
  title,
  children,
}: {
  icon: 'check-circle' | 'prohibit'
  title?: string
  children: React.ReactNode
}) {
  return (
    <div className="flex items-start gap-2.5 rounded-md bg-sunken px-3 py-2.5">
      <Icon name={icon} size={18} className="mt-px text-muted" />
      <div className="min-w-0">
        {title && <p className="font-medium">{title}</p>}
        <p className="break-words text-muted">{children}</p>
      </div>
    </div>
  )
}
