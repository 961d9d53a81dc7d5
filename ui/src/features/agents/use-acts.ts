import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'

import { api, data, type Agent, type Schemas } from '@/client/api'
import { useReason } from '@/components/states'
import { notify, undoable } from '@/components/toasts'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { able, each, type Act } from './acts'
import { draftOf, type Status } from './draft'
import { download, readBundle } from './export'
import { useRemoving } from './removing'

const STATUS_OF = { activate: 'active', pause: 'paused', archive: 'archived' } as const satisfies Partial<
  Record<Act, Status>
>
const DONE = {
  activate: 'done.activated',
  pause: 'done.paused',
  archive: 'done.archived',
  duplicate: 'done.duplicated',
  export: 'done.exported',
  keep: 'done.kept',
  reset: 'done.reset',
  delete: 'done.deleted',
} as const satisfies Record<Act, string>
const NAMES_SHOWN = 3

/** Does something to agents, and says what came of it. */
export type Doer = (
  act: Act,
  agents: readonly Agent[],
  onProgress?: (done: number, total: number) => void,
) => Promise<void>

export function useActs(): Doer {
  const queries = useQueryClient()
  const t = useTexts('agents')
  const format = useFormat()
  const reason = useReason()
  return useMemo(() => {
    const names = (agents: readonly Agent[]) =>
      format.list([
        ...agents.slice(0, NAMES_SHOWN).map((agent) => agent.name),
        ...(agents.length > NAMES_SHOWN ? ['…'] : []),
      ])
    const tellFailed = (failed: { item: Agent; error: unknown }[]) => {
      if (!failed.length) return
      notify(
        t('done.failed', {
          count: failed.length,
          names: names(failed.map((one) => one.item)),
          reason: reason(failed[0]!.error),
        }),
        'failed',
      )
    }
    const remove = (agents: readonly Agent[]) => {
      const ids = agents.map((agent) => agent.id)
      const { hide, show } = useRemoving.getState()
      hide(...ids)
      const commit = async () => {
        const failed = await each(agents, (agent) => deleteNow(queries, agent))
        await queries.invalidateQueries({ queryKey: keys.agents })
        show(...ids)
        tellFailed(failed)
      }
      undoable(
        t('done.deleted', { count: ids.length, name: agents[0]!.name }),
        () => void commit(),
        () => show(...ids),
      )
    }
    return async (act, agents, onProgress) => {
      const those = able(act, agents)
      if (those.length < agents.length) {
        const left = agents.filter((agent) => !those.includes(agent))
        notify(t('done.skipped', { count: left.length, names: names(left) }), 'note')
      }
      if (!those.length) return
      if (act === 'delete') return remove(those)
      if (act === 'export') {
        try {
          const bundle = await readBundle(those.map((agent) => agent.id))
          download(those.length === 1 ? `${those[0]!.id}.json` : 'agents.json', bundle)
          notify(t('done.exported', { count: those.length, name: those[0]!.name }))
        } catch (error) {
          notify(reason(error), 'failed')
        }
        return
      }
      let done = 0
      let name = those[0]!.name
      const failed = await each(those, async (agent) => {
        const after = await doOne(act, agent)
        if (after) name = after.name
        done += 1
        onProgress?.(done, those.length)
      })
      await queries.invalidateQueries({ queryKey: keys.agents })
      tellFailed(failed)
      if (!done) return
      const text = t(DONE[act], { count: done, name })
      if (act !== 'reset') return notify(text)
      // What somebody had changed is worth a way back.
      const were = those.filter((agent) => !failed.some((one) => one.item === agent))
      undoable(
        text,
        () => undefined,
        () => void restore(queries, were).then(tellFailed),
      )
    }
  }, [queries, t, format, reason])
}

async function doOne(act: Exclude<Act, 'delete' | 'export'>, { id }: Agent): Promise<Agent | undefined> {
  const params = { path: { agentId: id } }
  switch (act) {
    case 'duplicate':
      return (await data(api.POST('/api/agents/{agentId}/duplicate', { params }))).agent
    case 'keep':
      return (await data(api.POST('/api/agents/{agentId}/keep', { params }))).agent
    case 'reset':
      return data(api.POST('/api/agents/{agentId}/reset', { params }))
    default:
      return (
        await data(
          api.PUT('/api/agents/{agentId}', { params, body: { status: STATUS_OF[act] } as Schemas['AgentChanges'] }),
        )
      ).agent
  }
}

/** Deletes an agent, unless somebody has kept meanwhile what was to expire. */
async function deleteNow(queries: QueryClient, agent: Agent): Promise<void> {
  const known = queries.getQueryData<{ agents: Agent[] }>(keys.agents)?.agents.find((one) => one.id === agent.id)
  if (known && known.origin !== agent.origin) return
  // The page may be left at this moment; the request goes out nevertheless.
  await data(api.DELETE('/api/agents/{agentId}', { params: { path: { agentId: agent.id } }, keepalive: true }))
}

async function restore(queries: QueryClient, agents: readonly Agent[]) {
  const failed = await each(agents, (agent) => {
    const { id, ...fields } = draftOf(agent)
    return data(api.PUT('/api/agents/{agentId}', { params: { path: { agentId: id } }, body: fields }))
  })
  await queries.invalidateQueries({ queryKey: keys.agents })
  return failed
}
