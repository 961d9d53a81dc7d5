import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { api, data } from '@/client/api'
import { Button, IconButton } from '@/components/button'
import { Dialog } from '@/components/dialog'
import { useReason } from '@/components/states'
import { notify } from '@/components/toasts'
import { useFormat } from '@/lib/format'
import { usePreferences } from '@/lib/preferences'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { writeBytes } from '@/lib/size'
import { useFiles, useOwner, type Workspace } from './data'

/** Files that are named before they are lost. */
const NAMED = 6

interface RemoveProps {
  workspace: Workspace
  /** In a list only its picture is shown. */
  small?: boolean
  onRemoved?: () => void
}

/** Removes a workspace, once the person has seen what is lost. */
export function RemoveWorkspace({ workspace, small, onRemoved }: RemoveProps) {
  const t = useTexts('memory-workspaces')
  const owner = useOwner()
  const [asking, setAsking] = useState(false)
  return (
    <>
      {small ? (
        <IconButton
          icon="trash"
          size="small"
          label={t('remove.one', { name: owner(workspace) })}
          className="relative z-1 -mr-1"
          onClick={() => setAsking(true)}
        />
      ) : (
        <Button icon="trash" onClick={() => setAsking(true)}>
          {t('remove.open')}
        </Button>
      )}
      {asking && (
        <Asking
          workspace={workspace}
          onRemoved={() => {
            setAsking(false)
            onRemoved?.()
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

interface AskingProps {
  workspace: Workspace
  onRemoved: () => void
  onClose: () => void
}

function Asking({ workspace, onRemoved, onClose }: AskingProps) {
  const t = useTexts('memory-workspaces')
  const format = useFormat()
  const reason = useReason()
  const queries = useQueryClient()
  const owner = useOwner()
  const language = usePreferences((state) => state.language)
  const { data: content } = useFiles(workspace.id, '')
  const [busy, setBusy] = useState(false)
  const named = content?.files.slice(0, NAMED) ?? []
  const more = (content?.files.length ?? 0) - named.length
  const remove = async () => {
    setBusy(true)
    try {
      await data(api.DELETE('/api/workspaces/{id}', { params: { path: { id: workspace.id } } }))
      notify(t('remove.done', { name: owner(workspace) }))
      onRemoved()
      await queries.invalidateQueries({ queryKey: keys.workspaces })
    } catch (error) {
      notify(reason(error), 'failed')
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('remove.title', { name: owner(workspace) })}
      description={t('remove.about', {
        count: workspace.files,
        n: format.number(workspace.files),
        size: writeBytes(workspace.bytes, language),
      })}
      actions={
        <>
          <Button onClick={onClose}>{t('remove.cancel')}</Button>
          <Button look="danger" icon="trash" busy={busy} onClick={() => void remove()}>
            {t('remove.do')}
          </Button>
        </>
      }
    >
      {named.length > 0 && (
        <ul aria-label={t('remove.lost')} className="flex list-disc flex-col gap-1 pl-5 font-mono text-sm">
          {named.map((file) => (
            <li key={file.path} className="break-all">
              <bdi>{file.path}</bdi>
            </li>
          ))}
          {more > 0 && (
            <li className="list-none font-sans text-muted">{t('remove.more', { n: format.number(more) })}</li>
          )}
        </ul>
      )}
    </Dialog>
  )
}
