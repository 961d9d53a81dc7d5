import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'

import { api, data, type Schemas } from '@/client/api'
import { useReason } from '@/components/states'
import { notify, undoable } from '@/components/toasts'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import type { Server } from './registration'

export type ServerList = Schemas['ServerList']

export const useServers = () =>
  useQuery({ queryKey: keys.mcpServers, queryFn: () => data(api.GET('/api/mcp/servers')) })

export const useOffered = (id: string, wanted: boolean) =>
  useQuery({
    queryKey: keys.mcpTools(id),
    queryFn: () => data(api.GET('/api/mcp/servers/{id}/tools', { params: { path: { id } } })),
    enabled: wanted,
  })

/** What a server is called by people. */
export const titleOf = (server: Pick<Server, 'name' | 'title'>) => server.title || server.name

/** Shows at once what an answer says of a server and its tools. */
export function takeChecked(queries: QueryClient, { server, offered }: Schemas['Checked']): void {
  takeServer(queries, server)
  queries.setQueryData(keys.mcpTools(server.id), offered)
  void queries.invalidateQueries({ queryKey: keys.tools })
}

export function takeServer(queries: QueryClient, server: Server): void {
  queries.setQueryData<ServerList>(
    keys.mcpServers,
    (now) =>
      now && {
        ...now,
        servers: now.servers.some((one) => one.id === server.id)
          ? now.servers.map((one) => (one.id === server.id ? server : one))
          : [...now.servers, server],
      },
  )
}

export interface ServerActs {
  check: () => Promise<void>
  disable: () => Promise<void>
  enable: (credentials: Record<string, string>) => Promise<void>
}

/** What a person does with a server; `busy` names what is under way. */
export function useServerActs(server: Server): ServerActs & { busy: keyof ServerActs | null } {
  const t = useTexts('tools-servers')
  const reason = useReason()
  const queries = useQueryClient()
  const [busy, setBusy] = useState<keyof ServerActs | null>(null)
  const { id } = server
  const name = titleOf(server)
  const acts = useMemo((): ServerActs => {
    const params = { path: { id } }
    const during = async (act: keyof ServerActs, work: () => Promise<void>) => {
      setBusy(act)
      try {
        await work()
      } finally {
        setBusy(null)
        void queries.invalidateQueries({ queryKey: keys.mcpServers })
      }
    }
    const told = (act: keyof ServerActs, work: () => Promise<void>) =>
      during(act, work).catch((error: unknown) => notify(reason(error), 'failed'))
    return {
      check: () =>
        told('check', async () =>
          takeChecked(queries, await data(api.POST('/api/mcp/servers/{id}/check', { params }))),
        ),
      disable: () =>
        told('disable', async () => {
          takeServer(queries, await data(api.POST('/api/mcp/servers/{id}/disable', { params })))
          void queries.invalidateQueries({ queryKey: keys.tools })
          notify(t('disabled', { name }))
        }),
      // Whoever enables says themselves what came of it: it may be asked in a dialog that stays open.
      enable: (credentials) =>
        during('enable', async () => {
          const checked = await data(api.POST('/api/mcp/servers/{id}/enable', { params, body: { credentials } }))
          takeChecked(queries, checked)
          if (checked.server.connection.state !== 'failed') notify(t('enabled', { name }))
        }),
    }
  }, [id, name, queries, reason, t])
  return { ...acts, busy }
}

/** Removes servers after the time in which that can be undone; `hidden` are those that wait. */
export function useRemoving(): { hidden: ReadonlySet<string>; remove: (server: Server) => void } {
  const t = useTexts('tools-servers')
  const reason = useReason()
  const queries = useQueryClient()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const show = (id: string) => setHidden((now) => new Set([...now].filter((one) => one !== id)))
  const remove = (server: Server) => {
    const commit = async () => {
      try {
        // It must also get through while the page is being left.
        await data(api.DELETE('/api/mcp/servers/{id}', { params: { path: { id: server.id } }, keepalive: true }))
        await Promise.all([keys.mcpServers, keys.tools].map((queryKey) => queries.invalidateQueries({ queryKey })))
      } catch (error) {
        show(server.id)
        notify(reason(error), 'failed')
      }
    }
    setHidden((now) => new Set([...now, server.id]))
    undoable(
      t('removed', { name: titleOf(server) }),
      () => void commit(),
      () => show(server.id),
    )
  }
  return { hidden, remove }
}
