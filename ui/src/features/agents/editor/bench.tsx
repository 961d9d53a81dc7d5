import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useContext, useState } from 'react'

import { api, data, type Decision } from '@/client/api'
import { DecisionView } from '@/components/decision'
import { Field, TextArea } from '@/components/field'
import { Icon } from '@/components/icon'
import type { InterfaceIcon } from '@/components/icon-names'
import { Empty, Failure, Skeleton } from '@/components/states'
import { DraftAgent, SUPERVISOR, useAgentsById } from '@/lib/agents'
import { cn } from '@/lib/cn'
import { inLanguage } from '@/lib/language'
import { usePreferences } from '@/lib/preferences'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { draftSchema, type Draft } from '../draft'
import { Examples } from './bench-examples'
import { outcomeOf, type Outcome } from './outcome'
import { RemarksContext } from './remarks'
import { useSettled } from './use-settled'

const LONGEST = 100_000

/** Says something to the roster with the agent as it is being edited, and shows who would get it and why. */
export function Bench({
  draft,
  kind,
  origin,
}: {
  draft: Draft
  kind: string
  origin: 'user' | 'builtin' | 'plugin' | 'runtime' | 'agent'
}) {
  const t = useTexts('agents-bench')
  const language = usePreferences((state) => state.language)
  const [message, setMessage] = useState('')
  const said = useSettled(message.trim())
  const { refusals } = useContext(RemarksContext)
  const valid = refusals.length === 0 && draftSchema.safeParse(draft).success
  const trial = useQuery({
    queryKey: [...keys.agents, 'decide', draft, said],
    queryFn: ({ signal }) =>
      data(api.POST('/api/routing/decide', { body: { message: said, draft, mode: 'supervised' }, signal })),
    enabled: valid && said !== '',
    placeholderData: keepPreviousData,
    gcTime: 30_000,
    retry: false,
  })
  const decision = said === '' ? undefined : trial.data
  return (
    <DraftAgent value={{ ...draft, kind, origin }}>
      <div className="flex flex-col gap-4">
        <Field label={t('say')} hint={t('sayHint')}>
          {(control) => (
            <TextArea
              {...control}
              rows={2}
              maxLength={LONGEST}
              value={message}
              onChange={(event) => setMessage(event.target.value)}
              placeholder={inLanguage(draft.examples, language)[0] ?? draft.examples[0] ?? t('placeholder')}
            />
          )}
        </Field>
        {!valid ? (
          <p className="flex items-start gap-2 rounded-md bg-warning-soft px-3 py-2 text-base text-warning">
            <Icon name="warning" size={17} className="mt-0.5" />
            {t('invalid')}
          </p>
        ) : said === '' ? (
          <Empty icon="signpost" title={t('emptyTitle')} className="py-6">
            {t('emptyBody')}
          </Empty>
        ) : trial.error ? (
          <Failure error={trial.error} onRetry={() => void trial.refetch()} className="py-6" />
        ) : !decision ? (
          <div className="flex flex-col gap-3">
            <Skeleton className="h-12" />
            <Skeleton className="h-40" />
          </div>
        ) : (
          <div
            className={cn(
              'flex flex-col gap-4 transition-opacity duration-120',
              trial.isPlaceholderData && 'opacity-60',
            )}
          >
            <Verdict decision={decision} draft={draft} />
            <DecisionView decision={decision} compact />
          </div>
        )}
        {draft.examples.length > 0 && valid && <Examples draft={draft} onTry={setMessage} />}
      </div>
    </DraftAgent>
  )
}

const LOOKS: Record<Outcome['kind'], [string, InterfaceIcon]> = {
  wins: ['bg-success-soft text-success', 'check-circle'],
  other: ['bg-warning-soft text-warning', 'arrow-right'],
  supervisor: ['bg-info-soft text-info', 'info'],
  open: ['bg-info-soft text-info', 'question'],
  nobody: ['bg-warning-soft text-warning', 'x-circle'],
}

/** Whether the edited agent would get the message, in one line. */
function Verdict({ decision, draft }: { decision: Decision; draft: Draft }) {
  const t = useTexts('agents-bench')
  const agents = useAgentsById()
  const outcome = outcomeOf(decision, draft.id)
  const nameOf = (id: string | null) => agents.get(id ?? SUPERVISOR)?.name ?? id ?? ''
  const [tone, icon] = LOOKS[outcome.kind]
  return (
    <p aria-live="polite" className={cn('flex items-center gap-2 rounded-md px-3 py-2.5 font-medium', tone)}>
      <Icon name={icon} size={19} />
      <span className="min-w-0 break-words">
        {t(`verdict.${outcome.kind}`, { name: draft.name || t('thisAgent'), other: nameOf(outcome.agent) })}
      </span>
    </p>
  )
}
