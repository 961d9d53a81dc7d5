import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'

import { api, data, type Agent } from '@/client/api'
import { buttonLook } from '@/components/button'
import { Page } from '@/components/page'
import { Empty, Failure, Skeleton } from '@/components/states'
import { useAgents } from '@/lib/agents'
import { useTexts } from '@/lib/text'
import type { Why } from '@/lib/why'
import { keys } from '@/live/refresh'

import { blankDraft, draftOf } from './draft'
import { Editor } from './editor/form'

const NONE: readonly Why[] = []

/** The page of one agent, there already or new. */
export default function EditorPage() {
  const { agentId } = useParams({ strict: false })
  return agentId === undefined ? <NewAgent /> : <SavedAgent key={agentId} id={agentId} />
}

function NewAgent() {
  const initial = useMemo(() => ({ ...blankDraft(), role: 'specialist' as const }), [])
  return <Editor initial={initial} saved={undefined} isNew trouble={undefined} wants={NONE} />
}

function SavedAgent({ id }: { id: string }) {
  const t = useTexts('agents-editor')
  const agents = useAgents()
  const health = useQuery({ queryKey: keys.agentHealth, queryFn: () => data(api.GET('/api/agents/health')) })
  const saved = agents.data?.find((agent) => agent.id === id)
  // An agent that is deleted elsewhere while somebody writes is not taken away from them.
  const [first, setFirst] = useState<Agent | undefined>(saved)
  if (!first && saved) setFirst(saved)
  const initial = useMemo(() => first && draftOf(first), [first])
  if (initial) {
    const state = health.data?.agents.find((one) => one.id === id)
    return (
      <Editor
        initial={initial}
        saved={saved}
        isNew={false}
        trouble={state && !state.healthy ? state : undefined}
        wants={state?.wants ?? NONE}
      />
    )
  }
  return (
    <Page module="agents" title={id}>
      {agents.isPending ? (
        <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_368px]">
          <Skeleton className="h-160 rounded-lg" />
          <Skeleton className="h-100 rounded-lg max-lg:hidden" />
        </div>
      ) : agents.error ? (
        <Failure error={agents.error} onRetry={() => void agents.refetch()} />
      ) : (
        <Empty
          icon="robot"
          title={t('missing.title', { id })}
          action={
            <Link to="/agents" className={buttonLook('primary')}>
              {t('back')}
            </Link>
          }
        >
          {t('missing.body')}
        </Empty>
      )}
    </Page>
  )
}
