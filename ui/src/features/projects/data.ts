import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'

import { api, data, type Schemas } from '@/client/api'
import type { Project } from '@/components/projects/data'
import { useReason } from '@/components/states'
import { notify } from '@/components/toasts'
import { usePreferences } from '@/lib/preferences'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

export type { Project } from '@/components/projects/data'
export type Thing = Schemas['ProjectThing']
export type Group = Schemas['ProjectGroup']
export type Kind = Schemas['ProjectKind']

const PAGE = 50

/** Projects, page after page, the latest change first. */
export function useProjects(archived: boolean, search: string) {
  return useInfiniteQuery({
    queryKey: [...keys.projects, 'list', archived, search],
    queryFn: ({ signal, pageParam }) =>
      data(
        api.GET('/api/projects', {
          params: {
            query: { archived, limit: PAGE, ...(search && { search }), ...(pageParam && { before: pageParam }) },
          },
          signal,
        }),
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextBefore ?? undefined,
    select: (found) => found.pages.flatMap((page) => page.projects),
  })
}

/** What of a project is found, by kind; nothing is read while nothing is sought. */
export function useFound(id: string, search: string) {
  return useQuery({
    queryKey: [...keys.projects, 'found', id, search],
    queryFn: ({ signal }) =>
      data(api.GET('/api/projects/{id}/things', { params: { path: { id }, query: { search, limit: PAGE } }, signal })),
    enabled: search !== '',
    select: (page) => page.groups,
  })
}

/** What of one kind follows the first things of a project, page after page. */
export function useFollowing(id: string, kind: string, search: string, enabled: boolean) {
  return useInfiniteQuery({
    queryKey: [...keys.projects, 'following', id, kind, search],
    queryFn: ({ signal, pageParam }) =>
      data(
        api.GET('/api/projects/{id}/things', {
          params: { path: { id }, query: { kind, limit: PAGE, offset: pageParam, ...(search && { search }) } },
          signal,
        }),
      ),
    initialPageParam: PAGE,
    getNextPageParam: (page, _, offset) => (page.groups[0]!.total > offset + PAGE ? offset + PAGE : undefined),
    enabled,
    select: (found) => found.pages.flatMap((page) => page.groups[0]!.things),
  })
}

/** What can be put into a project. */
export function useAddable(id: string, kind: string, search: string) {
  return useQuery({
    queryKey: [...keys.projects, 'addable', id, kind, search],
    queryFn: ({ signal }) =>
      data(
        api.GET('/api/projects/{id}/addable', {
          params: { path: { id }, query: { limit: PAGE, ...(kind && { kind }), ...(search && { search }) } },
          signal,
        }),
      ),
    select: (page) => page.things,
  })
}

/** The kinds of things that projects hold. */
export function useKinds(): readonly Kind[] {
  const found = useQuery({
    queryKey: [...keys.projects, 'kinds'],
    queryFn: ({ signal }) => data(api.GET('/api/projects/kinds', { signal })),
    staleTime: Infinity,
  })
  return found.data?.kinds ?? []
}

/** Returns what one of a kind is called, or several, in the language of the app. */
export function useKindName(): (kind: string, several: boolean) => string {
  const kinds = useKinds()
  const language = usePreferences((state) => state.language)
  return (kind, several) => {
    const words = kinds.find((one) => one.kind === kind)?.words[language]
    return words?.[several ? 1 : 0] ?? kind
  }
}

const path = (id: string) => ({ params: { path: { id } } })

/** What can be done to a project; each can be undone for a while. */
export function useActs() {
  const t = useTexts('projects')
  const queries = useQueryClient()
  const reason = useReason()
  const refresh = () => queries.invalidateQueries({ queryKey: keys.projects })
  const act = async (work: () => Promise<Project>, said: string, back: () => Promise<Project>) => {
    const failed = (error: unknown) => notify(reason(error), 'failed')
    try {
      await work()
      notify(said, 'done', { label: t('undo'), act: () => void back().then(refresh).catch(failed) })
    } catch (error) {
      failed(error)
    }
    await refresh()
  }
  const change = (id: string, body: Schemas['ProjectChanges']) =>
    data(api.PATCH('/api/projects/{id}', { ...path(id), body }))
  return {
    archive: ({ id, name }: Project, archived: boolean) =>
      act(
        () => change(id, { archived }),
        t(archived ? 'archived' : 'unarchived', { name }),
        () => change(id, { archived: !archived }),
      ),
    remove: ({ id, name }: Project) =>
      act(
        () => data(api.DELETE('/api/projects/{id}', path(id))),
        t('deleted', { name }),
        () => data(api.POST('/api/projects/{id}/restore', path(id))),
      ),
  }
}
