import { useQuery } from '@tanstack/react-query'

import { api, data, root, type Schemas } from '@/client/api'
import { useAgentsById } from '@/lib/agents'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

export type Workspace = Schemas['Workspace']
export type WorkspaceFile = Schemas['WorkspaceFile']

/** The person's workspaces, the last used first. */
export function useWorkspaces() {
  return useQuery({
    queryKey: keys.workspaces,
    queryFn: ({ signal }) => data(api.GET('/api/workspaces', { signal })),
    select: (answer) => answer.workspaces,
  })
}

/** What is in a folder of a workspace. */
export function useFiles(id: string, folder: string) {
  return useQuery({
    queryKey: [...keys.workspaces, id, folder],
    queryFn: ({ signal }) =>
      data(api.GET('/api/workspaces/{id}/files', { params: { path: { id }, query: { folder } }, signal })),
  })
}

/** A file, opened. */
export function useFile(id: string, path: string) {
  return useQuery({
    queryKey: [...keys.workspaces, id, 'file', path],
    queryFn: ({ signal }) =>
      data(api.GET('/api/workspaces/{id}/file', { params: { path: { id }, query: { path } }, signal })),
    retry: false,
  })
}

/** Where a file is downloaded. */
export function downloadOf(id: string, path: string): string {
  return `${root}/api/workspaces/${id}/download?path=${encodeURIComponent(path)}`
}

/** Says whose programs keep their files in a workspace. */
export function useOwner(): (workspace: Workspace) => string {
  const t = useTexts('memory-workspaces')
  const agents = useAgentsById()
  return ({ use }) => {
    if (!use) return t('unknown')
    if (use.swarmId) return t('swarm')
    const name = use.agentId ? (agents.get(use.agentId)?.name ?? use.agentId) : t('you')
    return use.started ? t('started', { name }) : name
  }
}
