import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { api, data, type Schemas } from '@/client/api'
import { Button, IconButton } from '@/components/button'
import { Chip } from '@/components/chip'
import { Icon } from '@/components/icon'
import type { InterfaceIcon } from '@/components/icon-names'
import { Failure, Skeleton, useReason } from '@/components/states'
import { notify, undoable } from '@/components/toasts'
import { useAgentsById } from '@/lib/agents'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { GrantPackage } from './grant-package'
import { LendFolder } from './lend-folder'
import { Section } from './section'

type Folder = Schemas['LentFolder']
type Package = Schemas['GrantedPackage']

/** What programs of agents may see and import; administrators change it. */
export function Programs({ administers }: { administers: boolean }) {
  const t = useTexts('settings')
  return (
    <Section id="programs" title={t('programs.title')} about={t('programs.about')}>
      <div className="flex flex-col gap-6">
        <Folders administers={administers} />
        <Packages administers={administers} />
        {!administers && <p className="text-sm text-muted">{t('programs.byAdministrators')}</p>}
      </div>
    </Section>
  )
}

function Folders({ administers }: { administers: boolean }) {
  const t = useTexts('settings')
  const agents = useAgentsById()
  const [lending, setLending] = useState(false)
  const found = useQuery({ queryKey: keys.lentFolders, queryFn: () => data(api.GET('/api/programs/folders')) })
  const { hidden, remove } = useTakenBack<Folder>(keys.lentFolders, (folder) =>
    api.DELETE('/api/programs/folders/{id}', { params: { path: { id: folder.id } }, keepalive: true }),
  )
  const shown = found.data?.folders.filter(({ id }) => !hidden.has(id)) ?? []
  return (
    <Part
      title={t('programs.folders')}
      about={t('programs.foldersAbout')}
      action={administers && { text: t('programs.lend'), onClick: () => setLending(true) }}
    >
      {found.isPending ? (
        <Skeleton className="h-14" />
      ) : found.error && !found.data ? (
        <Failure error={found.error} onRetry={() => void found.refetch()} />
      ) : !shown.length ? (
        <Nothing>{t('programs.noFolders')}</Nothing>
      ) : (
        <ul aria-label={t('programs.folders')} className="flex flex-col divide-y rounded-md border">
          {shown.map((folder) => (
            <Line
              key={folder.id}
              icon="folder"
              name={folder.path}
              about={[
                t('programs.seenAs', { place: `/lent/${folder.name}` }),
                t(folder.forEverybody ? 'programs.everybody' : folder.own ? 'programs.mine' : 'programs.own'),
                folder.agentId && t('programs.only', { agent: agents.get(folder.agentId)?.name ?? folder.agentId }),
              ]}
              chip={
                <Chip tone={folder.writable ? 'warning' : 'neutral'} icon={folder.writable ? 'pencil-simple' : 'eye'}>
                  {t(folder.writable ? 'programs.writable' : 'programs.readOnly')}
                </Chip>
              }
              remove={
                administers
                  ? {
                      label: t('programs.takeBack', { name: folder.path }),
                      onClick: () => remove(folder.id, folder, t('programs.takenBack', { name: folder.path })),
                    }
                  : undefined
              }
            />
          ))}
        </ul>
      )}
      <LendFolder open={lending} onClose={() => setLending(false)} />
    </Part>
  )
}

function Packages({ administers }: { administers: boolean }) {
  const t = useTexts('settings')
  const [granting, setGranting] = useState(false)
  const found = useQuery({ queryKey: keys.grantedPackages, queryFn: () => data(api.GET('/api/programs/packages')) })
  const { hidden, remove } = useTakenBack<Package>(keys.grantedPackages, (one) =>
    api.DELETE('/api/programs/packages', { params: { query: { name: one.name } }, keepalive: true }),
  )
  const shown = found.data?.packages.filter(({ name }) => !hidden.has(name)) ?? []
  return (
    <Part
      title={t('programs.packages')}
      about={t('programs.packagesAbout', { registry: found.data?.registry ?? 'npm' })}
      action={administers && { text: t('programs.grant'), onClick: () => setGranting(true) }}
    >
      {found.data?.open && (
        <p className="flex items-start gap-2 text-sm text-muted">
          <Icon name="warning" size={15} className="mt-0.5 shrink-0 text-warning" />
          {t('programs.open')}
        </p>
      )}
      {found.isPending ? (
        <Skeleton className="h-14" />
      ) : found.error && !found.data ? (
        <Failure error={found.error} onRetry={() => void found.refetch()} />
      ) : !shown.length ? (
        <Nothing>{t('programs.noPackages')}</Nothing>
      ) : (
        <ul aria-label={t('programs.packages')} className="flex flex-col divide-y rounded-md border">
          {shown.map((one) => (
            <Line
              key={one.name}
              icon="package"
              name={one.name}
              about={[one.version === '*' ? t('programs.anyVersion') : t('programs.version', { version: one.version })]}
              remove={
                administers
                  ? {
                      label: t('programs.revoke', { name: one.name }),
                      onClick: () => remove(one.name, one, t('programs.revoked', { name: one.name })),
                    }
                  : undefined
              }
            />
          ))}
        </ul>
      )}
      <GrantPackage open={granting} onClose={() => setGranting(false)} />
    </Part>
  )
}

interface PartProps {
  title: string
  about: string
  action: false | { text: string; onClick: () => void }
  children: React.ReactNode
}

function Part({ title, about, action, children }: PartProps) {
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <h3 className="font-medium">{title}</h3>
          <p className="text-sm break-words text-muted">{about}</p>
        </div>
        {action && (
          <Button size="small" icon="plus" onClick={action.onClick}>
            {action.text}
          </Button>
        )}
      </div>
      {children}
    </div>
  )
}

function Nothing({ children }: { children: React.ReactNode }) {
  return <p className="rounded-md border border-dashed px-3 py-4 text-center text-sm text-muted">{children}</p>
}

interface LineProps {
  icon: InterfaceIcon
  name: string
  about: (string | null | false)[]
  chip?: React.ReactNode
  remove: { label: string; onClick: () => void } | undefined
}

function Line({ icon, name, about, chip, remove }: LineProps) {
  return (
    <li className="flex min-w-0 items-center gap-3 px-3 py-2.5">
      <span
        aria-hidden
        className="grid size-8 shrink-0 place-items-center rounded-full bg-sunken text-muted max-sm:hidden"
      >
        <Icon name={icon} size={17} />
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-mono text-sm font-medium break-all">{name}</span>
          {chip}
        </div>
        <span className="text-sm break-words text-muted">{about.filter(Boolean).join(' · ')}</span>
      </div>
      {remove && <IconButton icon="trash" danger label={remove.label} onClick={remove.onClick} />}
    </li>
  )
}

/** Takes something back after a while in which that can be undone. */
function useTakenBack<T>(queryKey: readonly string[], take: (one: T) => Promise<{ data?: unknown; error?: unknown }>) {
  const reason = useReason()
  const queries = useQueryClient()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const show = (id: string) => setHidden((now) => new Set([...now].filter((one) => one !== id)))
  const remove = (id: string, one: T, text: string) => {
    const commit = async () => {
      try {
        // It must also get through while the page is being left.
        await data(take(one) as Parameters<typeof data>[0])
      } catch (error) {
        notify(reason(error), 'failed')
      }
      await queries.invalidateQueries({ queryKey })
      show(id)
    }
    setHidden((now) => new Set([...now, id]))
    undoable(
      text,
      () => void commit(),
      () => show(id),
    )
  }
  return { hidden, remove }
}
