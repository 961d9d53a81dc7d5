import { useQuery } from '@tanstack/react-query'

import { api, data } from '@/client/api'
import { Field, Select } from '@/components/field'
import { useAgents } from '@/lib/agents'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import type { Rule, RuleName } from './rules'

interface ChosenProps {
  rule: Rule
  text: string
  onChange: (text: string) => void
}

interface ChoiceProps extends ChosenProps {
  options: readonly (readonly [value: string, name: string])[]
}

/** Which agent gets what no agent fits. */
export function DefaultAgent(props: ChosenProps) {
  const t = useTexts('routing-rules')
  const agents = (useAgents().data ?? []).filter(({ role }) => role === 'specialist' || role === 'custom')
  const options = agents.map(({ id, name }) => [id, name] as const)
  return <Choice {...props} options={[['', t('supervisor')], ...options]} />
}

/** Which model settles what the rules leave open. */
export function AskedModel(props: ChosenProps) {
  const t = useTexts('routing-rules')
  const models = useQuery({ queryKey: keys.models, queryFn: () => data(api.GET('/api/models')) }).data?.models ?? []
  const options = models
    .filter(({ usable, name }) => usable && name !== 'offline')
    .map(({ name }) => [name, name] as const)
  return <Choice {...props} options={[['', t('noModel')], ['default', t('defaultModel')], ...options]} />
}

/** With which version of the rules of learning it learns and decides; the installed one is the latest. */
export function Learning(props: ChosenProps) {
  const t = useTexts('routing-rules')
  const latest = Number(props.rule.usual)
  const options = Array.from({ length: latest }, (_, index) => {
    const number = latest - index
    return [String(number), t(number === latest ? 'latest' : 'version', { number })] as const
  })
  return <Choice {...props} options={options} />
}

function Choice({ rule, text, onChange, options }: ChoiceProps) {
  const t = useTexts('routing-rules')
  const name = rule.name as RuleName
  const nameOf = (value: string) => options.find(([one]) => one === value)?.[1] ?? value
  return (
    <Field
      label={t(`rule.${name}.name`)}
      hint={`${t(`rule.${name}.hint`)} ${t('usual', { value: nameOf(String(rule.usual)) })}`}
    >
      {(control) => (
        <Select {...control} value={text} onChange={(event) => onChange(event.target.value)}>
          {options.every(([value]) => value !== text) && <option value={text}>{text}</option>}
          {options.map(([value, said]) => (
            <option key={value} value={value}>
              {said}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
