import { useState, type FormEvent } from 'react'

import type { Schemas } from '@/client/api'
import { Button } from '@/components/button'
import { Dialog } from '@/components/dialog'
import { Field, Select, TextInput } from '@/components/field'
import { useReason } from '@/components/states'
import { useAgents } from '@/lib/agents'
import { useTexts } from '@/lib/text'

import { useMe, useSetLimit, useSubjects, type LimitUse, type Scope } from './data'

const SCOPES: readonly Scope[] = ['everybody', 'person', 'agent', 'conversation', 'swarm', 'task']
const PERIODS = ['day', 'month', 'always'] as const
const FEATURES: Partial<Record<Scope, string>> = { swarm: 'swarm', task: 'tasks' }

const shown = (value: number | null | undefined) => (value === null || value === undefined ? '' : String(value))
const inMinutes = (seconds: number | null | undefined) => (typeof seconds === 'number' ? seconds / 60 : null)
/** What was typed as a number; null where nothing was, NaN where it is none. */
const read = (text: string) => (text.trim() === '' ? null : Number(text.trim().replace(',', '.')))

/** Sets a limit, or changes what one allows. */
export function LimitDialog({ use, onClose }: { use: LimitUse | undefined; onClose: () => void }) {
  const t = useTexts('budgets')
  const shared = useTexts('shared')
  const reason = useReason()
  const me = useMe()
  const [scope, setScope] = useState<Scope>(use?.limit.scope ?? 'person')
  const [subject, setSubject] = useState('')
  const [period, setPeriod] = useState<(typeof PERIODS)[number]>(use?.limit.period ?? 'day')
  const [money, setMoney] = useState(shown(use?.limit.money))
  const [tokens, setTokens] = useState(shown(use?.limit.tokens))
  const [calls, setCalls] = useState(shown(use?.limit.modelCalls))
  const [toolCalls, setToolCalls] = useState(shown(use?.limit.toolCalls))
  const [minutes, setMinutes] = useState(shown(inMinutes(use?.limit.seconds)))
  const [atLimit, setAtLimit] = useState<Schemas['AtLimit']>(use?.limit.atLimit ?? 'wait')
  const [name, setName] = useState(use?.limit.name ?? '')
  const save = useSetLimit(use?.limit.id)
  const time = read(minutes)
  const amounts = {
    money: read(money),
    tokens: read(tokens),
    modelCalls: read(calls),
    toolCalls: read(toolCalls),
    seconds: time === null ? null : time * 60,
  }
  const given = Object.values(amounts).filter((value) => value !== null)
  const right = given.length > 0 && given.every((value) => value >= 0)
  const whole = [amounts.tokens, amounts.modelCalls, amounts.toolCalls].every(
    (value) => value === null || Number.isInteger(value),
  )
  const needsSubject = !use && scope !== 'everybody' && scope !== 'person'
  const scopes = SCOPES.filter(
    (each) =>
      (each !== 'everybody' || me.data?.user.role !== 'member') &&
      (!FEATURES[each] || !me.data || me.data.features.includes(FEATURES[each])),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const changes = { ...amounts, atLimit, ...(name.trim() ? { name: name.trim() } : {}) }
    save.mutate(
      { body: { scope, period, ...changes, ...(needsSubject ? { subject } : {}) }, changes },
      { onSuccess: onClose },
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(use ? 'changeTitle' : 'setTitle')}
      description={t('dialogAbout')}
      actions={
        <>
          <Button onClick={onClose}>{shared('cancel')}</Button>
          <Button
            look="primary"
            type="submit"
            form="limit"
            busy={save.isPending}
            disabled={!right || !whole || (needsSubject && !subject)}
          >
            {t(use ? 'save' : 'set')}
          </Button>
        </>
      }
    >
      <form id="limit" onSubmit={submit} noValidate className="flex flex-col gap-4">
        {!use && (
          <>
            <Field label={t('of')}>
              {(control) => (
                <Select
                  {...control}
                  value={scope}
                  onChange={(event) => {
                    setScope(event.target.value as Scope)
                    setSubject('')
                  }}
                >
                  {scopes.map((each) => (
                    <option key={each} value={each}>
                      {each === 'person' ? t('mine') : t(`scope.${each}`)}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            {needsSubject && <SubjectField scope={scope} value={subject} onChange={setSubject} />}
            <Field label={t('period')}>
              {(control) => (
                <Select
                  {...control}
                  value={period}
                  onChange={(event) => setPeriod(event.target.value as (typeof PERIODS)[number])}
                >
                  {PERIODS.map((each) => (
                    <option key={each} value={each}>
                      {t(`periods.${each}`)}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          </>
        )}
        <div className="grid gap-4 sm:grid-cols-3">
          <Amount label={t('money')} value={money} onChange={setMoney} decimal />
          <Amount label={t('tokens')} value={tokens} onChange={setTokens} />
          <Amount label={t('calls')} value={calls} onChange={setCalls} />
          <Amount label={t('toolCalls')} value={toolCalls} onChange={setToolCalls} />
          <Amount label={t('minutes')} hint={t('minutesHint')} value={minutes} onChange={setMinutes} decimal />
        </div>
        <Field label={t('atLimitLabel')}>
          {(control) => (
            <Select
              {...control}
              value={atLimit}
              onChange={(event) => setAtLimit(event.target.value as Schemas['AtLimit'])}
            >
              <option value="wait">{t('atLimitLong.wait')}</option>
              <option value="end">{t('atLimitLong.end')}</option>
            </Select>
          )}
        </Field>
        <Field label={t('name')} hint={t('nameHint')} error={save.error ? reason(save.error) : undefined}>
          {(control) => (
            <TextInput {...control} value={name} maxLength={80} onChange={(event) => setName(event.target.value)} />
          )}
        </Field>
      </form>
    </Dialog>
  )
}

function Amount({
  label,
  hint,
  value,
  onChange,
  decimal = false,
}: {
  label: string
  hint?: string
  value: string
  onChange: (value: string) => void
  decimal?: boolean
}) {
  return (
    <Field label={label} {...(hint ? { hint } : {})}>
      {(control) => (
        <TextInput
          {...control}
          inputMode={decimal ? 'decimal' : 'numeric'}
          autoComplete="off"
          value={value}
          maxLength={16}
          className="numbers"
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

function SubjectField({ scope, value, onChange }: { scope: Scope; value: string; onChange: (value: string) => void }) {
  const t = useTexts('budgets')
  const agents = useAgents()
  const found = useSubjects(scope)
  const options = scope === 'agent' ? (agents.data ?? []) : (found.data ?? [])
  return (
    <Field label={t(`which.${scope as 'agent' | 'conversation' | 'swarm' | 'task'}`)}>
      {(control) => (
        <Select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="" disabled>
            {t('choose')}
          </option>
          {options.map((each) => (
            <option key={each.id} value={each.id}>
              {each.name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
