import { useDeferredValue, useState } from 'react'

import { Button } from '@/components/button'
import { Dialog } from '@/components/dialog'
import { TextInput } from '@/components/field'
import { Icon } from '@/components/icon'
import type { InterfaceIcon } from '@/components/icon-names'
import { useMoving } from '@/components/projects/data'
import { Failure, Skeleton } from '@/components/states'
import { Choice } from '@/components/tabs'
import { capital } from '@/lib/stages'
import { useTexts } from '@/lib/text'

import { useAddable, useKindName, useKinds, type Project } from './data'

interface AddDialogProps {
  project: Project
  /** The kind that is offered first; all where it is empty. */
  kind: string
  onClose: () => void
}

/** Finds what there is, and puts it into a project. */
export function AddDialog({ project, kind: first, onClose }: AddDialogProps) {
  const t = useTexts('projects')
  const nameOf = useKindName()
  const kinds = useKinds()
  const [kind, setKind] = useState(first)
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const found = useAddable(project.id, kind, search)
  const { put } = useMoving()
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('add.title', { name: project.name })}
      actions={<Button onClick={onClose}>{t('put.close')}</Button>}
    >
      <div className="flex flex-col gap-3">
        <TextInput
          type="search"
          value={typed}
          aria-label={t('add.search')}
          placeholder={t('add.search')}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Choice
          value={kind}
          onChange={setKind}
          label={t('add.which')}
          size="small"
          wraps
          options={[
            { value: '', label: t('add.all') },
            ...kinds.map((one) => ({ value: one.kind, label: capital(nameOf(one.kind, true)) })),
          ]}
        />
        {found.error ? (
          <Failure error={found.error} onRetry={() => void found.refetch()} />
        ) : !found.data ? (
          <Skeleton className="h-40 rounded-md" />
        ) : found.data.length ? (
          <ul aria-label={t('add.found')} className="-mx-2 flex flex-col">
            {found.data.map((thing) => (
              <li key={thing.id} className="flex min-h-10 items-center gap-2.5 rounded-md px-2 py-1 hover:bg-hover">
                <Icon
                  name={(kinds.find((one) => one.kind === thing.kind)?.icon ?? 'folder') as InterfaceIcon}
                  size={17}
                  label={nameOf(thing.kind, false)}
                  className="shrink-0 text-muted"
                />
                <span className="min-w-0 flex-1 truncate" title={thing.title}>
                  {thing.title}
                </span>
                <Button
                  size="small"
                  icon="plus"
                  aria-label={t('add.one', { title: thing.title })}
                  onClick={() => void put(project, thing)}
                >
                  {t('add.act')}
                </Button>
              </li>
            ))}
          </ul>
        ) : (
          <p className="py-6 text-center text-muted">{t(search ? 'add.none' : 'add.nothing')}</p>
        )}
      </div>
    </Dialog>
  )
}
