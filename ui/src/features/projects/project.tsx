import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'

import { ApiError } from '@/client/api'
import { Button, buttonLook, IconButton } from '@/components/button'
import { Chip } from '@/components/chip'
import { TextInput } from '@/components/field'
import { Icon } from '@/components/icon'
import type { InterfaceIcon } from '@/components/icon-names'
import { Card, Page } from '@/components/page'
import { useMoving, useProject } from '@/components/projects/data'
import { Empty, Failure, Skeleton } from '@/components/states'
import { Ago } from '@/components/time'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { capital } from '@/lib/stages'
import { useTexts } from '@/lib/text'

import { AddDialog } from './add'
import { useFollowing, useFound, useKindName, useKinds, type Group, type Project, type Thing } from './data'
import { ProjectMenu } from './menu'

/** One project: what is in it, by kind. */
export default function ProjectPage() {
  const t = useTexts('projects')
  const { projectId } = useParams({ from: '/projects/$projectId' })
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const [adding, setAdding] = useState<string | null>(null)
  const read = useProject(projectId)
  const found = useFound(projectId, search)
  const project = read.data?.project
  const groups = search ? found.data : read.data?.groups
  const gone = read.error instanceof ApiError && read.error.status === 404
  if (!project) {
    return (
      <Page module="projects" title={t('title')}>
        {gone ? (
          <Empty
            icon="folder"
            title={t('gone.title')}
            action={
              <Link to="/projects" className={buttonLook()}>
                {t('gone.action')}
              </Link>
            }
          >
            {t('gone.body')}
          </Empty>
        ) : read.error ? (
          <Failure error={read.error} onRetry={() => void read.refetch()} />
        ) : (
          <Skeleton className="h-60 rounded-lg" />
        )}
      </Page>
    )
  }
  return (
    <Page
      module="projects"
      title={project.name}
      about={project.about || undefined}
      actions={
        <>
          <Link to="/chat" search={{ project: project.id }} className={buttonLook('primary')}>
            <Icon name="chat-circle-dots" size={17} />
            {t('newConversation')}
          </Link>
          <Button icon="plus" onClick={() => setAdding('')}>
            {t('add.open')}
          </Button>
          <ProjectMenu project={project} onRemoved={() => void navigate({ to: '/projects' })} />
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center gap-3">
          <Link to="/projects" className={buttonLook('quiet', 'small', '-ml-2')}>
            <Icon name="arrow-left" size={15} />
            {t('all')}
          </Link>
          {project.archivedAt && (
            <Chip tone="warning" icon="archive">
              {t('isArchived')}
            </Chip>
          )}
          <TextInput
            type="search"
            value={typed}
            aria-label={t('filterThings')}
            placeholder={t('filterThings')}
            className="sm:ml-auto sm:max-w-72"
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        {search && found.error ? (
          <Failure error={found.error} onRetry={() => void found.refetch()} />
        ) : (
          <div className="grid items-start gap-4 lg:grid-cols-2">
            {groups ? (
              groups.map((group) => (
                <GroupCard key={group.kind} project={project} group={group} search={search} onAdd={setAdding} />
              ))
            ) : (
              <Skeleton className="h-40 rounded-lg" />
            )}
          </div>
        )}
      </div>
      {adding !== null && <AddDialog project={project} kind={adding} onClose={() => setAdding(null)} />}
    </Page>
  )
}

interface GroupCardProps {
  project: Project
  group: Group
  search: string
  onAdd: (kind: string) => void
}

function GroupCard({ project, group, search, onAdd }: GroupCardProps) {
  const t = useTexts('projects')
  const format = useFormat()
  const nameOf = useKindName()
  const icon = useKinds().find(({ kind }) => kind === group.kind)?.icon
  const [whole, setWhole] = useState(false)
  const following = useFollowing(project.id, group.kind, search, whole)
  const things = [...group.things, ...(following.data ?? [])]
  const several = nameOf(group.kind, true)
  const title = capital(several)
  const left = group.total - things.length
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          {icon && <Icon name={icon as InterfaceIcon} size={17} className="text-muted" />}
          {title}
          <span className="numbers font-normal text-muted">{format.number(group.total)}</span>
        </span>
      }
      actions={
        <IconButton
          icon="plus"
          size="small"
          label={t('add.kind', { name: several })}
          onClick={() => onAdd(group.kind)}
        />
      }
    >
      {things.length ? (
        <ul aria-label={title} className="flex flex-col divide-y pt-1">
          {things.map((thing) => (
            <ThingRow key={thing.id} project={project} thing={thing} />
          ))}
        </ul>
      ) : (
        <p className="px-4 pt-1 pb-4 text-muted">{t(search ? 'group.noneFound' : 'group.none', { name: several })}</p>
      )}
      {left > 0 && (
        <Button
          look="quiet"
          size="small"
          className="m-2 self-start"
          busy={following.isFetching}
          onClick={() => (whole ? void following.fetchNextPage() : setWhole(true))}
        >
          {t('group.more', { n: format.number(left) })}
        </Button>
      )}
    </Card>
  )
}

function ThingRow({ project, thing }: { project: Project; thing: Thing }) {
  const t = useTexts('projects')
  const { remove } = useMoving()
  const [to, hash] = thing.link.split('#')
  return (
    <li className="relative flex min-w-0 items-center gap-3 px-4 py-2 transition-colors duration-120 hover:bg-hover">
      {thing.done && <Icon name="check-circle" size={17} label={t('group.done')} className="text-success" />}
      <Link
        to={to!}
        hash={hash}
        className={cn(
          'min-w-0 flex-1 truncate after:absolute after:inset-0 focus-visible:outline-none',
          'focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent',
          thing.done && 'text-muted',
        )}
        title={thing.title}
      >
        {thing.title}
      </Link>
      <Ago at={thing.changedAt} className="shrink-0 text-sm text-muted" />
      <IconButton
        icon="x"
        size="small"
        label={t('group.remove', { title: thing.title })}
        className="relative z-1 -mr-1.5"
        onClick={() => void remove(project, thing)}
      />
    </li>
  )
}
