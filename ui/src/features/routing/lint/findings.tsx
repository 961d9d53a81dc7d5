import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'

import { Avatar } from '@/components/avatar'
import { Button } from '@/components/button'
import { Select } from '@/components/field'
import { Icon } from '@/components/icon'
import { useWarningText } from '@/components/lint-words'
import { Card } from '@/components/page'
import { Empty } from '@/components/states'
import { useAgentsById } from '@/lib/agents'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

import type { Finding } from '../types'
import { byAgent } from './groups'

const SHOWN = 5

/** What will surprise people about their agents, each with the way to the field it is about. */
export function Findings({ findings }: { findings: readonly Finding[] }) {
  const t = useTexts('routing-lint')
  const agents = useAgentsById()
  const { agent: of } = useSearch({ from: '/routing' })
  const navigate = useNavigate({ from: '/routing' })
  const groups = useMemo(() => byAgent(findings), [findings])
  const shown = of ? groups.filter((group) => group.agent === of) : groups
  const name = (id: string) => agents.get(id)?.name ?? id
  if (!findings.length)
    return (
      <Card>
        <Empty icon="checks" title={t('clean')}>
          {t('cleanBody')}
        </Empty>
      </Card>
    )
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-[1_1_14rem]">
          <h2 className="text-md font-semibold">{t('title')}</h2>
          <p className="text-muted">
            {t('summary', { count: findings.length, agents: t('agents', { count: groups.length }) })}
          </p>
        </div>
        <Select
          aria-label={t('of')}
          value={of ?? ''}
          className="w-52 max-sm:w-full"
          onChange={(event) =>
            void navigate({ search: (now) => ({ ...now, agent: event.target.value || undefined }), replace: true })
          }
        >
          <option value="">{t('everyone')}</option>
          {groups.map((group) => (
            <option key={group.agent} value={group.agent}>
              {name(group.agent)}
            </option>
          ))}
        </Select>
      </div>
      {of && !shown.length && <p className="text-muted">{t('noneOf', { name: name(of) })}</p>}
      {shown.map((group) => (
        <Group key={group.agent} agent={group.agent} findings={group.findings} />
      ))}
    </div>
  )
}

function Group({ agent: id, findings }: { agent: string; findings: readonly Finding[] }) {
  const t = useTexts('routing-lint')
  const agent = useAgentsById().get(id)
  const [all, setAll] = useState(false)
  const name = agent?.name ?? id
  const shown = all ? findings : findings.slice(0, SHOWN)
  return (
    <section aria-label={name} className="flex min-w-0 flex-col rounded-lg border bg-surface">
      <div className="flex min-w-0 items-center gap-2.5 px-4 pt-3 pb-2">
        <Avatar agent={agent} size={28} />
        <h3 className="min-w-0 flex-1 truncate text-base font-semibold">{name}</h3>
        <span className="numbers text-sm text-muted">{t('count', { count: findings.length })}</span>
      </div>
      <ul className="flex flex-col">
        {shown.map((finding, index) => (
          <Row key={index} finding={finding} name={name} />
        ))}
      </ul>
      {findings.length > SHOWN && (
        <Button
          size="small"
          look="quiet"
          aria-expanded={all}
          onClick={() => setAll(!all)}
          className="mx-2 mb-2 self-start"
        >
          {all ? t('fewer') : t('more', { count: findings.length - SHOWN })}
        </Button>
      )}
    </section>
  )
}

const FIELDS = [
  'tags',
  'keywords',
  'patterns',
  'examples',
  'languages',
  'priority',
  'name',
  'description',
  'objective',
] as const

function Row({ finding, name }: { finding: Finding; name: string }) {
  const t = useTexts('routing-lint')
  const write = useWarningText()
  const field = FIELDS.find((one) => one === finding.field)
  return (
    <li
      className={cn(
        'grid min-w-0 grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-2.5 border-t',
        'px-4 py-2.5 max-sm:grid-cols-[auto_minmax(0,1fr)]',
      )}
    >
      <Icon name="warning" size={16} className="mt-0.5 text-warning" />
      <p className="min-w-0 break-words">{write(finding)}</p>
      <Link
        to="/agents/$agentId"
        params={{ agentId: finding.agent }}
        hash={`field-${finding.field}`}
        className={cn(
          '-my-1 max-sm:col-start-2 max-sm:mt-0.5 max-sm:-ml-2 justify-self-start',
          'inline-flex h-7 shrink-0 items-center rounded-md px-2 text-sm font-medium',
          'text-accent transition-colors duration-120 hover:bg-hover',
        )}
      >
        {t('open')}
        {field && <span className="sr-only"> {t('fix', { field: t(`field.${field}`), agent: name })}</span>}
      </Link>
    </li>
  )
}
