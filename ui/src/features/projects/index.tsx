import { Link, useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'

import { Button } from '@/components/button'
import { TextInput } from '@/components/field'
import { Icon } from '@/components/icon'
import { Card, Page } from '@/components/page'
import { Empty, Failure, Skeleton } from '@/components/states'
import { Choice } from '@/components/tabs'
import { Ago } from '@/components/time'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { useKindName, useKinds, useProjects, type Project } from './data'
import { ProjectForm } from './form'
import { ProjectMenu } from './menu'

/** All projects, each with what is in it. */
export default function ProjectsPage() {
  const t = useTexts('projects')
  const navigate = useNavigate()
  const [archived, setArchived] = useState(false)
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const [creating, setCreating] = useState(false)
  const found = useProjects(archived, search)
  const projects = found.data ?? []
  const create = (
    <Button look="primary" icon="plus" onClick={() => setCreating(true)}>
      {t('create')}
    </Button>
  )
  const first = !archived && !search && found.data?.length === 0
  return (
    <Page module="projects" title={t('title')} about={t('about')} actions={first ? undefined : create}>
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center gap-3">
          <Choice
            value={archived ? 'archived' : 'open'}
            onChange={(value) => setArchived(value === 'archived')}
            label={t('which')}
            options={[
              { value: 'open', label: t('open') },
              { value: 'archived', label: t('archivedOnes') },
            ]}
          />
          <TextInput
            type="search"
            value={typed}
            aria-label={t('filter')}
            placeholder={t('filter')}
            className="sm:max-w-72"
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        {found.isPending ? (
          <Skeleton className="h-32 rounded-lg" />
        ) : found.error && !found.data ? (
          <Failure error={found.error} onRetry={() => void found.refetch()} />
        ) : first ? (
          <Empty icon="folder" title={t('empty.title')} action={create}>
            {t('empty.body')}
          </Empty>
        ) : projects.length === 0 ? (
          <p className="py-10 text-center text-muted">{t(search ? 'noneFound' : 'noneArchived')}</p>
        ) : (
          <Card className="overflow-hidden">
            <ul aria-label={t('title')} className="flex flex-col divide-y">
              {projects.map((project) => (
                <Row key={project.id} project={project} />
              ))}
            </ul>
          </Card>
        )}
        {found.hasNextPage && (
          <Button className="self-center" busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            {t('more')}
          </Button>
        )}
      </div>
      {creating && (
        <ProjectForm
          onSaved={({ id }) => void navigate({ to: '/projects/$projectId', params: { projectId: id } })}
          onClose={() => setCreating(false)}
        />
      )}
    </Page>
  )
}

function Row({ project }: { project: Project }) {
  const t = useTexts('projects')
  const format = useFormat()
  const nameOf = useKindName()
  const counted = useKinds().flatMap(({ kind }) => {
    const count = project.counts[kind]
    return count ? [`${format.number(count)} ${nameOf(kind, count !== 1)}`] : []
  })
  return (
    <li className="relative flex min-w-0 items-center gap-3 px-4 py-3 transition-colors duration-120 hover:bg-hover">
      <span aria-hidden className="module-ink module-soft grid size-[34px] shrink-0 place-items-center rounded-full">
        <Icon name="folder" size={19} />
      </span>
      <div className="flex min-w-0 flex-1 flex-col">
        <Link
          to="/projects/$projectId"
          params={{ projectId: project.id }}
          className={cn(
            'min-w-0 font-medium break-words after:absolute after:inset-0 focus-visible:outline-none',
            'focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent',
          )}
        >
          {project.name}
        </Link>
        {project.about && <span className="min-w-0 truncate text-sm">{project.about}</span>}
        <span className="numbers text-sm text-muted">{counted.join(' · ') || t('nothing')}</span>
      </div>
      <Ago at={project.updatedAt} className="shrink-0 text-sm text-muted max-sm:hidden" />
      <ProjectMenu project={project} />
    </li>
  )
}
