import { api, data, type Schemas } from '@/client/api'

/** Ids in one address; many more would make it longer than servers take. */
const IDS_A_CALL = 50

/** Reads agents in the form that import takes; without ids all that the caller made or changed. */
export async function readBundle(ids: readonly string[]): Promise<Schemas['AgentBundle']> {
  if (!ids.length) return data(api.GET('/api/agents/export'))
  const agents: Schemas['AgentBundle']['agents'] = []
  for (let first = 0; first < ids.length; first += IDS_A_CALL) {
    const id = ids.slice(first, first + IDS_A_CALL)
    agents.push(...(await data(api.GET('/api/agents/export', { params: { query: { id } } }))).agents)
  }
  return { agents }
}

/** Gives a file to the person. */
export function download(name: string, content: unknown): void {
  const address = URL.createObjectURL(new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has taken the content by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
