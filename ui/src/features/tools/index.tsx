import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useDeferredValue, useMemo, useState } from 'react'

import { api, data } from '@/client/api'
import { Button } from '@/components/button'
import { SearchInput } from '@/components/field'
import { Empty, Failure, Skeleton } from '@/components/states'
import { useAgentsById } from '@/lib/agents'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'
import { useToolWords } from '@/lib/tool-words'
import { useWhy } from '@/lib/why'

import { ToolPanel } from './detail/panel'
import { Frame } from './frame'
import { grouped, search, type Missing, type Tool } from './groups'
import { ToolGroup } from './list/group'
import { MissingTools } from './list/missing'

/** Tools: what there is, who may use it, and what is missing. */
export default function ToolsPage() {
  const navigate = useNavigate()
  const { tool: open } = useSearch({ from: '/tools' })
  const found = useQuery({ queryKey: keys.tools, queryFn: () => data(api.GET('/api/tools')), staleTime: 60_000 })
  return (
    <Frame tab="tools">
      {found.isPending ? (
        <div className="flex flex-col gap-4">
          <Skeleton className="h-9 w-72" />
          <Skeleton className="h-120 rounded-lg" />
        </div>
      ) : found.error && !found.data ? (
        <Failure error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <>
          <List tools={found.data?.tools ?? []} missing={found.data?.missing ?? []} />
          <ToolPanel
            name={open}
            tools={found.data?.tools ?? []}
            onClose={() => void navigate({ to: '/tools', search: {} })}
          />
        </>
      )}
    </Frame>
  )
}

function List({ tools, missing }: { tools: readonly Tool[]; missing: readonly Missing[] }) {
  const t = useTexts('tools')
  const agents = useAgentsById()
  const why = useWhy()
  const words = useToolWords()
  const [text, setText] = useState('')
  const sought = useDeferredValue(text)
  const shown = useMemo(
    () => search(tools, sought, (tool) => `${tool.name}\n${words(tool)}\n${tool.origin}`),
    [tools, sought, words],
  )
  const shownMissing = useMemo(
    () => search(missing, sought, (tool) => `${tool.name}\n${why(tool.why, tool.reason)}`),
    [missing, sought, why],
  )
  const groups = useMemo(() => grouped(shown), [shown])
  if (!tools.length && !missing.length)
    return (
      <Empty icon="wrench" title={t('empty.title')}>
        {t('empty.body')}
      </Empty>
    )
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SearchInput
          label={t('search')}
          value={text}
          onChange={setText}
          className="w-80 max-sm:w-full"
          maxLength={200}
        />
        <span className="numbers text-sm text-muted" aria-live="polite">
          {shown.length < tools.length
            ? t('countOf', { shown: shown.length, total: tools.length })
            : t('count', { count: tools.length })}
        </span>
      </div>
      <MissingTools tools={shownMissing} />
      {groups.map((group) => (
        <ToolGroup key={group.origin} group={group} agents={agents} />
      ))}
      {!groups.length && !shownMissing.length && (
        <Empty
          icon="magnifying-glass"
          title={t('empty.none')}
          action={<Button onClick={() => setText('')}>{t('empty.clear')}</Button>}
        >
          {t('empty.noneBody')}
        </Empty>
      )}
    </div>
  )
}
