import { useBlocker } from '@tanstack/react-router'

import { Button } from '@/components/button'
import { Dialog } from '@/components/dialog'

import { useEditorTexts } from './texts'

interface LeaveGuardProps {
  /** Whether something would be lost now. */
  unsaved: () => boolean
  name: string
  isNew: boolean
  /** Saves; true when that worked. */
  save: () => Promise<boolean>
}

/** Asks before changes are lost by going to another page or closing this one. */
export function LeaveGuard({ unsaved, name, isNew, save }: LeaveGuardProps) {
  const t = useEditorTexts()
  const blocker = useBlocker({ shouldBlockFn: unsaved, enableBeforeUnload: unsaved, withResolver: true })
  if (blocker.status !== 'blocked') return null
  const { proceed, reset } = blocker
  return (
    <Dialog
      open
      onClose={reset}
      title={t('leave.title')}
      description={isNew ? t('leave.bodyNew') : t('leave.body', { name })}
      actions={
        <>
          <Button look="quiet" onClick={reset}>{t('leave.stay')}</Button>
          <Button onClick={proceed}>{t('leave.discard')}</Button>
          <Button look="primary" onClick={() => void save().then((saved) => (saved ? proceed() : reset()))}>{t('leave.save')}</Button>
        </>
      }
    />
  )
}
