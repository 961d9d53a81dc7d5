import { Avatar } from '@/components/avatar'
import { Icon } from '@/components/icon'
import type { InterfaceIcon } from '@/components/icon-names'
import { RunLink as SharedRunLink } from '@/components/run-link'
import { Ago } from '@/components/time'
import { useAgentsById } from '@/lib/agents'
import { useTexts } from '@/lib/text'

import { Outside } from './badges'
import type { Provenance } from './types'

const ICONS: Record<Exclude<Provenance['author'], 'agent'>, InterfaceIcon> = {
  person: 'user',
  client: 'terminal-window',
  import: 'upload-simple',
}

/** The name of who wrote something. */
export function useAuthor(): (said: Pick<Provenance, 'author' | 'agentId'>) => string {
  const t = useTexts('memory')
  const agents = useAgentsById()
  return ({ author, agentId }) => {
    if (author === 'person') return t('said.you')
    if (author === 'agent') return agents.get(agentId ?? '')?.name ?? agentId ?? t('said.agent')
    return t(`said.${author}`)
  }
}

/** The picture of who wrote something. */
export function AuthorMark({ said, size = 20 }: { said: Pick<Provenance, 'author' | 'agentId'>; size?: number }) {
  const agents = useAgentsById()
  if (said.author === 'agent') return <Avatar agent={agents.get(said.agentId ?? '')} size={size} />
  return (
    <span
      aria-hidden
      className="grid shrink-0 place-items-center rounded-full bg-sunken text-muted"
      style={{ width: size, height: size }}
    >
      <Icon name={ICONS[said.author]} size={Math.round(size * 0.62)} />
    </span>
  )
}

/** Who wrote something, when, in which run, and where it comes from. */
export function Said({ said, at }: { said: Provenance; at: string }) {
  const author = useAuthor()
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      <span className="flex min-w-0 items-center gap-1.5">
        <AuthorMark said={said} />
        <span className="min-w-0 truncate">{author(said)}</span>
      </span>
      <Ago at={at} className="shrink-0" />
      {said.executionId && <RunLink executionId={said.executionId} />}
      {said.source && <Source source={said.source} />}
      {said.tainted && <Outside />}
    </span>
  )
}

/** Opens the run in which something was written. */
export function RunLink({ executionId }: { executionId: string }) {
  const t = useTexts('memory')
  return (
    <SharedRunLink executionId={executionId} title={t('said.runAbout')}>
      {t('said.run')}
    </SharedRunLink>
  )
}

function Source({ source }: { source: string }) {
  const t = useTexts('memory')
  const shown = (
    <span className="min-w-0 truncate" title={t('said.source', { source })}>
      {source}
    </span>
  )
  if (!isWebAddress(source)) return shown
  return (
    <a
      href={source}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="inline-flex max-w-full min-w-0 items-center gap-1 text-accent underline-offset-4 hover:underline"
    >
      {shown}
      <Icon name="arrow-square-out" size={13} />
    </a>
  )
}

function isWebAddress(text: string): boolean {
  const address = URL.canParse(text) ? new URL(text) : null
  return address?.protocol === 'https:' || address?.protocol === 'http:'
}
