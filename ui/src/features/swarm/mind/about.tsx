import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { Ago } from '@/components/time'
import { useAgentsById } from '@/lib/agents'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { useAddress } from '../address'
import { useMembers } from '../data'
import { LONGEST_GOAL, memberOf } from '../model'
import { patternsOf } from '../new-resident'
import type { Resident, Swarm } from '../types'
import { Editable } from './editable'

/** Who a resident is, what it is told, and what it has used; most of it can be changed in place. */
export function About({ swarm, resident }: { swarm: Swarm; resident: Resident }) {
  const t = useTexts('swarm')
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto p-4">
      <Editable
        resident={resident}
        label={t('mind.guidance')}
        hint={t('mind.editHint')}
        value={resident.guidance}
        change={(guidance) => ({ guidance: guidance.trim() })}
        rows={10}
        maxLength={LONGEST_GOAL}
      >
        {resident.guidance ? (
          <p className="text-base break-words whitespace-pre-wrap">{resident.guidance}</p>
        ) : (
          <p className="text-base text-muted">{t('mind.guidanceNone')}</p>
        )}
      </Editable>
      <Editable
        resident={resident}
        label={t('mind.role')}
        value={resident.role}
        change={(role) => (role.trim() ? { role: role.trim() } : null)}
        maxLength={120}
      >
        <p className="text-base break-words">{resident.role}</p>
      </Editable>
      <Editable
        resident={resident}
        label={t('mind.tools')}
        hint={t('add.toolsHint')}
        value={resident.tools.join('\n')}
        change={(tools) => ({ tools: patternsOf(tools) })}
        rows={4}
        code
      >
        {resident.tools.length ? (
          <>
            <ul className="flex flex-wrap gap-1">
              {resident.tools.map((tool) => (
                <li key={tool} className="rounded-sm bg-sunken px-1.5 py-0.5 font-mono text-sm break-all">
                  {tool}
                </li>
              ))}
            </ul>
            <p className="pt-1 text-sm text-muted">
              {t(resident.tools.includes(ALL) ? 'mind.toolsAll' : 'mind.toolsOwn')}
            </p>
          </>
        ) : (
          <p className="text-base text-muted">{t('mind.toolsNone')}</p>
        )}
      </Editable>
      <Editable
        resident={resident}
        label={t('mind.model')}
        hint={t('mind.modelHint')}
        value={resident.model ?? ''}
        change={(model) => ({ model: model.trim() || null })}
        code
      >
        <p className={resident.model ? 'font-mono text-base break-all' : 'text-base text-muted'}>
          {resident.model ?? t('mind.modelDefault')}
        </p>
      </Editable>
      <Editable
        resident={resident}
        label={t('mind.window')}
        hint={t('mind.windowHint')}
        value={String(resident.contextWindow)}
        change={turnsOf}
        numeric
      >
        <p className="numbers text-base">{resident.contextWindow}</p>
      </Editable>
      <Facts swarm={swarm} resident={resident} />
    </div>
  )
}

const MOST_TURNS = 500
/** The pattern that fits every name. */
const ALL = '.*'

function turnsOf(text: string): { contextWindow: number } | null {
  const turns = Number(text)
  return /^\d{1,3}$/.test(text.trim()) && turns <= MOST_TURNS ? { contextWindow: turns } : null
}

function Facts({ swarm, resident }: { swarm: Swarm; resident: Resident }) {
  const t = useTexts('swarm')
  const format = useFormat()
  const { go } = useAddress()
  const parent = resident.parentId
  const members = useMembers(swarm.id)
  const agent = useAgentsById().get(resident.agentId ?? '')
  const { inputTokens, outputTokens, modelCalls, toolCalls, cost } = resident.usage
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 border-t pt-4 text-sm">
      <Fact name={t('mind.parent')}>
        {parent ? (
          <button
            type="button"
            onClick={() => go({ resident: parent, turn: undefined })}
            className="rounded-sm text-accent underline-offset-4 hover:underline"
          >
            {memberOf(members, parent).name}
          </button>
        ) : (
          t('mind.parentYou')
        )}
      </Fact>
      <Fact name={t('mind.generation')}>{format.number(resident.depth)}</Fact>
      {resident.agentId && (
        <Fact name={t('mind.agent')}>
          {agent ? (
            <Link
              to="/agents/$agentId"
              params={{ agentId: agent.id }}
              className="rounded-sm text-accent underline-offset-4 hover:underline"
            >
              {agent.name}
            </Link>
          ) : (
            resident.agentId
          )}
        </Fact>
      )}
      <Fact name={t('mind.lives')}>{format.dateTime(resident.createdAt)}</Fact>
      <Fact name={t('mind.lastActive')}>
        {resident.lastActiveAt ? <Ago at={resident.lastActiveAt} /> : t('mind.never')}
      </Fact>
      <Fact name={t('mind.totals')}>
        <span className="flex flex-col">
          <span>{t('mind.turns', { count: resident.turns, n: format.number(resident.turns) })}</span>
          <span>
            {t('mind.usage', {
              input: format.number(inputTokens),
              output: format.number(outputTokens),
              calls: format.number(modelCalls),
            })}
          </span>
          <span>{t('mind.calls', { count: toolCalls, n: format.number(toolCalls) })}</span>
          {cost > 0 && <span>{format.money(cost)}</span>}
        </span>
      </Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="numbers min-w-0 break-words">{children}</dd>
    </>
  )
}
