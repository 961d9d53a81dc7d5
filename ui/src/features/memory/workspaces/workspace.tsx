import '../memory.css'

import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Fragment } from 'react'

import { ApiError } from '@/client/api'
import { buttonLook } from '@/components/button'
import { Icon } from '@/components/icon'
import { Card, Page } from '@/components/page'
import { Empty, Failure, Skeleton } from '@/components/states'
import { Ago } from '@/components/time'
import { cn } from '@/lib/cn'
import { usePreferences } from '@/lib/preferences'
import { useTexts } from '@/lib/text'

import { writeBytes } from '@/lib/size'
import { MemoryTabs } from '../documents/tabs'
import { downloadOf, useFiles, useOwner, type WorkspaceFile } from './data'
import { FileText } from './file'
import { RemoveWorkspace } from './remove'

/** One workspace: a folder of it, or one file. */
export default function WorkspacePage() {
  const t = useTexts('memory-workspaces')
  const { workspaceId } = useParams({ from: '/memory/workspaces/$workspaceId' })
  const { folder, path } = useSearch({ from: '/memory/workspaces/$workspaceId' })
  const navigate = useNavigate()
  const owner = useOwner()
  const within = folder ?? (path ? path.split('/').slice(0, -1).join('/') : '')
  const found = useFiles(workspaceId, within)
  const gone = found.error instanceof ApiError && found.error.status === 404
  const name = path?.split('/').at(-1)
  return (
    <Page
      module="memory"
      title={name ?? (found.data ? owner(found.data.workspace) : t('title'))}
      actions={
        path ? (
          <a href={downloadOf(workspaceId, path)} download className={buttonLook('primary')}>
            <Icon name="download-simple" size={17} />
            {t('download')}
          </a>
        ) : (
          found.data && (
            <RemoveWorkspace
              workspace={found.data.workspace}
              onRemoved={() => void navigate({ to: '/memory/workspaces' })}
            />
          )
        )
      }
    >
      <MemoryTabs />
      {gone && !path ? (
        <Empty
          icon="terminal-window"
          title={t('gone.title')}
          action={
            <Link to="/memory/workspaces" className={buttonLook()}>
              {t('gone.action')}
            </Link>
          }
        >
          {t('gone.body')}
        </Empty>
      ) : found.error && !found.data && !path ? (
        <Failure error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <div className="flex flex-col gap-3">
          <Way
            id={workspaceId}
            whose={found.data ? owner(found.data.workspace) : t('workspace')}
            folder={within}
            file={name}
          />
          {found.data?.workspace.outside && (
            <p className="flex items-start gap-2 text-sm text-muted">
              <Icon name="warning" size={15} className="mt-0.5 shrink-0 text-warning" />
              {t('outside')}
            </p>
          )}
          {path ? (
            <FileText key={path} id={workspaceId} path={path} />
          ) : !found.data ? (
            <Skeleton className="h-40 rounded-lg" />
          ) : found.data.files.length ? (
            <Card className="overflow-hidden">
              <ul aria-label={t('files')} className="flex flex-col divide-y">
                {found.data.files.map((file) => (
                  <Row key={file.path} id={workspaceId} file={file} />
                ))}
              </ul>
            </Card>
          ) : (
            <p className="py-8 text-center text-muted">{t('nothing')}</p>
          )}
        </div>
      )}
    </Page>
  )
}

/** Where one is: the workspace, the folders in it, the file. */
function Way({ id, whose, folder, file }: { id: string; whose: string; folder: string; file: string | undefined }) {
  const t = useTexts('memory-workspaces')
  const names = folder ? folder.split('/') : []
  const look = 'rounded-sm text-accent underline-offset-4 hover:underline'
  return (
    <nav aria-label={t('way')} className="flex min-w-0 flex-wrap items-center gap-1.5 text-sm">
      <Link to="/memory/workspaces" className={look}>
        {t('title')}
      </Link>
      <Icon name="caret-right" size={13} className="text-faint" />
      {names.length || file ? (
        <Link to="/memory/workspaces/$workspaceId" params={{ workspaceId: id }} className={look}>
          {whose}
        </Link>
      ) : (
        <span className="text-muted">{whose}</span>
      )}
      {names.map((name, index) => {
        const to = names.slice(0, index + 1).join('/')
        return (
          <Fragment key={to}>
            <Icon name="caret-right" size={13} className="text-faint" />
            {index < names.length - 1 || file ? (
              <Link
                to="/memory/workspaces/$workspaceId"
                params={{ workspaceId: id }}
                search={{ folder: to }}
                className={cn(look, 'min-w-0 break-all')}
              >
                <bdi>{name}</bdi>
              </Link>
            ) : (
              <bdi className="min-w-0 break-all text-muted">{name}</bdi>
            )}
          </Fragment>
        )
      })}
      {file && (
        <>
          <Icon name="caret-right" size={13} className="text-faint" />
          <bdi className="min-w-0 break-all text-muted">{file}</bdi>
        </>
      )}
    </nav>
  )
}

function Row({ id, file }: { id: string; file: WorkspaceFile }) {
  const t = useTexts('memory-workspaces')
  const language = usePreferences((state) => state.language)
  const name = file.path.split('/').at(-1)
  const folder = file.kind === 'folder'
  return (
    <li className="relative flex min-w-0 items-center gap-3 px-3 py-2.5 transition-colors duration-120 hover:bg-hover">
      <Icon
        name={folder ? 'folder' : file.kind === 'file' ? 'file-text' : 'link'}
        size={19}
        className={folder ? 'module-ink shrink-0' : 'shrink-0 text-muted'}
      />
      {file.kind === 'other' ? (
        <span className="min-w-0 flex-1 break-all text-muted">
          <bdi>{name}</bdi> <span className="text-sm">({t('other')})</span>
        </span>
      ) : (
        <Link
          to="/memory/workspaces/$workspaceId"
          params={{ workspaceId: id }}
          search={folder ? { folder: file.path } : { path: file.path }}
          className={cn(
            'min-w-0 flex-1 font-medium break-all after:absolute after:inset-0 focus-visible:outline-none',
            'focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent',
          )}
        >
          <bdi>{name}</bdi>
        </Link>
      )}
      {file.kind === 'file' && (
        <>
          <span className="numbers shrink-0 text-sm text-muted">{writeBytes(file.bytes, language)}</span>
          <Ago at={file.changedAt} className="shrink-0 text-sm text-muted max-sm:hidden" />
          <a
            href={downloadOf(id, file.path)}
            download
            aria-label={t('downloadOne', { name })}
            title={t('downloadOne', { name })}
            className={cn(
              'relative grid size-9 shrink-0 place-items-center rounded-md text-muted',
              'hover:bg-pressed hover:text-ink',
            )}
          >
            <Icon name="download-simple" size={18} />
          </a>
        </>
      )}
    </li>
  )
}
