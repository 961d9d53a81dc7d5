import { useQuery, useQueryClient } from '@tanstack/react-query'

import { api, data, type Schemas } from '@/client/api'
import { useReason } from '@/components/states'
import { notify } from '@/components/toasts'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

export type Project = Schemas['Project']

/** Something that can be put into projects. */
export interface Groupable {
  /** `conversation`, `task`, `document`; plug-ins may have others. */
  kind: string
  id: string
  title: string
}

/** Whether this product has projects. */
export function useHasProjects(): boolean {
  const me = useQuery({ queryKey: keys.me, queryFn: () => data(api.GET('/api/me')), staleTime: Infinity })
  return me.data?.features.includes('projects') ?? false
}

/** The projects that are not archived, each with whether the thing is in it. */
export function useProjectsFor({ kind, id }: Groupable) {
  return useQuery({
    queryKey: [...keys.projects, 'for', kind, id],
    queryFn: ({ signal }) =>
      data(api.GET('/api/projects', { params: { query: { kind, thing: id, limit: 200 } }, signal })),
    select: (page) => page.projects,
  })
}

/** A project and what is in it. */
export function useProject(id: string) {
  return useQuery({
    queryKey: [...keys.projects, 'one', id],
    queryFn: ({ signal }) => data(api.GET('/api/projects/{id}', { params: { path: { id } }, signal })),
  })
}

const place = (project: string, { kind, id }: Pick<Groupable, 'kind' | 'id'>) => ({
  params: { path: { id: project, kind, thing: id } },
})

/** Puts a thing into a project. */
export const putInto = (project: string, thing: Pick<Groupable, 'kind' | 'id'>): Promise<Project> =>
  data(api.POST('/api/projects/{id}/things/{kind}/{thing}/put', place(project, thing)))

/** Takes a thing out of a project. */
export const takeOut = (project: string, thing: Pick<Groupable, 'kind' | 'id'>): Promise<Project> =>
  data(api.POST('/api/projects/{id}/things/{kind}/{thing}/remove', place(project, thing)))

/** What moves a thing into and out of projects, each with a way back. */
export function useMoving() {
  const t = useTexts('projects')
  const queries = useQueryClient()
  const reason = useReason()
  const refresh = () => queries.invalidateQueries({ queryKey: keys.projects })
  const failed = (error: unknown) => notify(reason(error), 'failed')
  const move = async (project: Pick<Project, 'id' | 'name'>, thing: Groupable, into: boolean) => {
    const go = into ? putInto : takeOut
    const back = into ? takeOut : putInto
    try {
      await go(project.id, thing)
      const said = t(into ? 'put.done' : 'put.removed', { title: thing.title, project: project.name })
      const undo = () => void back(project.id, thing).then(refresh).catch(failed)
      notify(said, 'done', { label: t('undo'), act: undo })
    } catch (error) {
      failed(error)
    }
    await refresh()
  }
  return {
    put: (project: Pick<Project, 'id' | 'name'>, thing: Groupable) => move(project, thing, true),
    remove: (project: Pick<Project, 'id' | 'name'>, thing: Groupable) => move(project, thing, false),
  }
}
