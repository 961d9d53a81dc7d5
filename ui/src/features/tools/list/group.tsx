import { Link } from '@tanstack/react-router'
import { memo } from 'react'

import type { Agent } from '@/client/api'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'
import { useToolWords } from '@/lib/tool-words'

import { firstSentence, serverOf, type Group, type Tool } from '../groups'
import { Hints } from './hints'
import { Users } from './users'

const NAMED = new Set(['builtin', 'helper-agent', 'swarm', 'plugin'])

/** What the tools of an origin are called together. */
export function useOriginName(): (origin: string) => string {
  const t = useTexts('tools')
  return (origin) => {
    const server = serverOf(origin)
    if (server !== undefined) return t('groups.server', { name: server })
    return NAMED.has(origin) ? t(`groups.${origin as 'builtin'}`) : t('groups.other', { name: origin })
  }
}

/** The tools of one origin. */
export function ToolGroup({ group, agents }: { group: Group; agents: ReadonlyMap<string, Agent> }) {
  const t = useTexts('tools')
  const name = useOriginName()(group.origin)
  const about = group.origin === 'helper-agent' ? t('groupsAbout.helper-agent') : ''
  return (
    <section className="min-w-0">
      <div className="flex flex-wrap items-baseline gap-x-2.5 pb-2">
        <h2 className="min-w-0 text-md font-semibold break-words">{name}</h2>
        <span className="numbers text-sm text-muted">{t('count', { count: group.tools.length })}</span>
        {about && <span className="text-sm text-muted">{about}</span>}
      </div>
      <ul
        aria-label={t('list', { group: name })}
        className="flex flex-col divide-y overflow-hidden rounded-lg border bg-surface"
      >
        {group.tools.map((tool) => (
          <ToolRow key={tool.name} tool={tool} agents={agents} />
        ))}
      </ul>
    </section>
  )
}

const ToolRow = memo(function ToolRow({ tool, agents }: { tool: Tool; agents: ReadonlyMap<string, Agent> }) {
  const words = useToolWords()
  return (
    // Rows that are far from sight are not laid out: a server may bring hundreds.
    <li
      className={cn(
        'relative flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1.5 px-4 py-2.5',
        'transition-colors duration-120 [contain-intrinsic-size:auto_61px]',
        '[content-visibility:auto] focus-within:bg-hover hover:bg-hover',
      )}
    >
      <div className="min-w-0 flex-1 basis-72 max-sm:basis-full">
        <Link
          to="/tools"
          search={{ tool: tool.name }}
          className={cn(
            'block font-mono text-sm font-medium break-all after:absolute after:inset-0',
            'focus-visible:outline-none focus-visible:after:outline-2',
            'focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent',
          )}
        >
          {tool.name}
        </Link>
        <p className="truncate text-base text-muted max-sm:line-clamp-2 max-sm:whitespace-normal">
          {firstSentence(words(tool))}
        </p>
      </div>
      <Hints tool={tool} className="min-w-0 justify-end max-sm:justify-start" />
      <span className="flex w-32 justify-end max-sm:ml-auto max-sm:w-auto">
        <Users ids={tool.agents} agents={agents} />
      </span>
    </li>
  )
})
