import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'

import { api, ApiError, data, type Schemas } from '@/client/api'
import { notify } from '@/components/toasts'
import { useActor } from '@/lib/residents'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

export type Approval = Schemas['Approval']
type Page = Schemas['ApprovalList']

const MOST = 200
const MOST_PAGES = 5

/** The calls that wait, latest first, and how many there are. */
export function useWaiting() {
  return useQuery({
    queryKey: [...keys.approvals, 'waiting'],
    queryFn: ({ signal }) => readWaiting(signal),
    select: stillWaiting,
  })
}

const stillWaiting = (page: Page): Page => ({
  ...page,
  approvals: page.approvals.filter((one) => one.status === 'pending'),
})

/** Those that have waited longest come last and expire first: they must not be out of sight. */
async function readWaiting(signal: AbortSignal): Promise<Page> {
  const pages: Page[] = []
  let before: string | null = null
  do {
    const query: { status: 'pending'; limit: number; before?: string } = {
      status: 'pending',
      limit: MOST,
      ...(before ? { before } : {}),
    }
    const page: Page = await data(api.GET('/api/approvals', { params: { query }, signal }))
    pages.push(page)
    before = page.nextBefore
  } while (before && pages.length < MOST_PAGES)
  return { ...pages[0]!, approvals: pages.flatMap((page) => page.approvals), nextBefore: before }
}

/** How many calls wait for this person. */
export function useWaitingCount(): number {
  return useWaiting().data?.pending ?? 0
}

/** The calls of an execution that wait or waited, read only where there are some. */
export function useApprovalsOf(executionId: string, wanted: boolean) {
  return useQuery({
    queryKey: [...keys.approvals, 'of', executionId],
    queryFn: ({ signal }) =>
      data(api.GET('/api/approvals', { params: { query: { executionId, limit: MOST } }, signal })),
    enabled: wanted,
  })
}

/** What a person says to a call. */
export type Word = { yes: true; always: boolean } | { yes: false; note: string }

/** Says a word to a call; a word that comes too late is answered with what had been said before. */
export function useDecide(approval: Approval) {
  const t = useTexts('approval')
  const queries = useQueryClient()
  const agent = useActor(approval.agentId, approval)?.name ?? approval.agentId
  const params = { path: { id: approval.id } }
  return useMutation({
    mutationFn: (word: Word) =>
      word.yes
        ? data(api.POST('/api/approvals/{id}/approve', { params, body: { always: word.always } }))
        : data(api.POST('/api/approvals/{id}/deny', { params, body: { note: word.note } })),
    onSuccess: (decided, word) => {
      put(queries, decided)
      if (word.yes && word.always) {
        notify(t('alwaysDone', { agent, tool: approval.tool }))
        void queries.invalidateQueries({ queryKey: keys.grants })
      }
    },
    onError: async (error) => {
      if (!(error instanceof ApiError) || (error.status !== 409 && error.status !== 404)) return
      const standing = await data(api.GET('/api/approvals/{id}', { params })).catch(() => null)
      if (standing) put(queries, standing)
      if (standing) notify(t(`already.${standing.status}`), 'note')
      void queries.invalidateQueries({ queryKey: keys.approvals })
    },
  })
}

/** Shows an approval as it stands now wherever it is listed, before the lists are read again. */
function put(queries: QueryClient, approval: Approval): void {
  queries.setQueriesData<unknown>({ queryKey: keys.approvals }, (had: unknown) => {
    if (!isPage(had)) return had
    const before = had.approvals.find((one) => one.id === approval.id)
    if (!before) return had
    const gone = before.status === 'pending' && approval.status !== 'pending' ? 1 : 0
    return {
      ...had,
      pending: had.pending - gone,
      approvals: had.approvals.map((one) => (one.id === approval.id ? approval : one)),
    }
  })
}

function isPage(value: unknown): value is Page {
  return typeof value === 'object' && value !== null && 'approvals' in value
}
