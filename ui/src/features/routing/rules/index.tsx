import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'

import { api, data } from '@/client/api'
import { Button } from '@/components/button'
import { Field, Switch, TextInput } from '@/components/field'
import { Failure, Skeleton } from '@/components/states'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { capital, useStageName } from '@/lib/stages'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { useMakeCandidate } from '../data'
import { AskedModel, DefaultAgent, Learning } from './chosen'
import { changed, GROUP_NAMES, GROUPS, numberIn, switched, usual, valueIn, type Rule, type RuleValue } from './rules'
import { isNamed, useRuleName } from './words'

const MOST = 500
/** What a person chose decides, and somebody has to get the message: these are not switched off. */
const ALWAYS: ReadonlySet<string> = new Set(['explicit', 'finalize'])

/** Which stages run, and the weights and thresholds by which they decide. */
export default function RulesTab() {
  const read = useQuery({
    queryKey: keys.routingRules,
    queryFn: ({ signal }) => data(api.GET('/api/routing/rules', { signal })),
  })
  if (read.isPending) return <Skeleton className="h-120 rounded-lg" />
  if (!read.data) return <Failure error={read.error} onRetry={() => void read.refetch()} />
  // Made anew when another release decides: what was typed belongs to the rules that were shown.
  return <Form key={JSON.stringify(read.data.rules)} rules={read.data.rules} />
}

function Form({ rules }: { rules: readonly Rule[] }) {
  const t = useTexts('routing-rules')
  const format = useFormat()
  const make = useMakeCandidate()
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({})
  const [stages, setStages] = useState<readonly string[]>()
  const [reason, setReason] = useState('')
  const byName = new Map(rules.map((rule) => [rule.name, rule]))
  const written = (rule: Rule) =>
    texts[rule.name] ?? (typeof rule.value === 'string' ? rule.value : format.number(Number(rule.value), 4))
  const bad = Object.entries(texts).some(([name, text]) => valueIn(text, byName.get(name)!) === undefined)
  const wanted: Record<string, RuleValue> = Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, valueIn(text, byName.get(name)!) ?? 0]),
  )
  if (stages) wanted.stages = stages as RuleValue
  const differing = changed(rules, wanted)
  const count = Object.keys(differing).length
  const back = Object.fromEntries(rules.filter((rule) => !usual(rule)).map((rule) => [rule.name, rule.usual]))
  const all = byName.get('stages')
  const others = rules.filter(({ name }) => name !== 'stages' && !isNamed(name))
  return (
    <form
      noValidate
      className="flex min-w-0 flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (count && !bad) make.mutate({ reason: reason.trim() || t('because'), rules: differing })
      }}
    >
      <p className="max-w-prose text-muted">{t('about')}</p>
      {all && (
        <Stages
          all={all.usual as readonly string[]}
          on={stages ?? (all.value as readonly string[])}
          onChange={setStages}
        />
      )}
      {GROUP_NAMES.map((group) => (
        <Group key={group} title={t(`group.${group}`)}>
          {GROUPS[group]
            .flatMap((name) => byName.get(name) ?? [])
            .map((rule) => (
              <One
                key={rule.name}
                rule={rule}
                text={written(rule)}
                onChange={(text) => setTexts({ ...texts, [rule.name]: text })}
              />
            ))}
        </Group>
      ))}
      {others.length > 0 && (
        <Group title={t('group.other')}>
          {others.map((rule) => (
            <One
              key={rule.name}
              rule={rule}
              text={written(rule)}
              onChange={(text) => setTexts({ ...texts, [rule.name]: text })}
            />
          ))}
        </Group>
      )}
      <section
        className={cn(
          'flex flex-col gap-3 rounded-lg border bg-surface p-4 sm:flex-row sm:items-end',
          count > 0 && 'sticky bottom-0',
        )}
      >
        <Field label={t('reason')} className="flex-1">
          {(control) => (
            <TextInput
              {...control}
              maxLength={MOST}
              value={reason}
              placeholder={t('because')}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
        <div className="flex flex-wrap gap-2">
          {Object.keys(back).length > 0 && (
            <Button busy={make.isPending} onClick={() => make.mutate({ reason: t('backBecause'), rules: back })}>
              {t('back')}
            </Button>
          )}
          <Button type="submit" look="primary" icon="flag" busy={make.isPending} disabled={!count || bad}>
            {count ? t('make', { count }) : t('nothing')}
          </Button>
        </div>
      </section>
    </form>
  )
}

function Group({ title, children }: { title: string; children: React.ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-lg border bg-surface p-5">
      <h2 id={id} className="text-md font-semibold">
        {title}
      </h2>
      <div className="mt-3 grid gap-x-6 gap-y-4 sm:grid-cols-2 xl:grid-cols-3">{children}</div>
    </section>
  )
}

interface OneProps {
  rule: Rule
  text: string
  onChange: (text: string) => void
}

function One(props: OneProps) {
  switch (props.rule.name) {
    case 'defaultAgent':
      return <DefaultAgent {...props} />
    case 'model':
      return <AskedModel {...props} />
    case 'learning':
      return <Learning {...props} />
    default:
      return <Amount {...props} />
  }
}

function Amount({ rule, text, onChange }: OneProps) {
  const t = useTexts('routing-rules')
  const format = useFormat()
  const nameOf = useRuleName()
  const { name } = rule
  const installed = t('usual', { value: format.number(Number(rule.usual), 4) })
  const wrong = numberIn(text, rule.whole) === undefined
  return (
    <Field
      label={nameOf(name)}
      hint={isNamed(name) ? `${t(`rule.${name}.hint`)} ${installed}` : installed}
      error={wrong ? t(rule.whole ? 'badWhole' : 'bad') : undefined}
    >
      {(control) => (
        <TextInput
          {...control}
          inputMode="decimal"
          value={text}
          className="max-w-32"
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

function Stages({
  all,
  on,
  onChange,
}: {
  all: readonly string[]
  on: readonly string[]
  onChange: (stages: readonly string[]) => void
}) {
  const t = useTexts('routing-rules')
  const stageName = useStageName()
  return (
    <section aria-labelledby="routing-stages" className="rounded-lg border bg-surface p-5">
      <h2 id="routing-stages" className="text-md font-semibold">
        {t('stages')}
      </h2>
      <p className="text-muted">{t('stagesAbout')}</p>
      <ol className="mt-3 grid gap-x-6 gap-y-2 sm:grid-cols-2 xl:grid-cols-3">
        {all.map((stage) => (
          <li key={stage} className="flex min-w-0 items-center gap-3">
            <Switch
              checked={on.includes(stage)}
              disabled={ALWAYS.has(stage)}
              label={capital(stageName(stage))}
              onChange={(checked) => onChange(switched(on, stage, checked, all))}
            />
            <span aria-hidden className="min-w-0">
              {capital(stageName(stage))}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
