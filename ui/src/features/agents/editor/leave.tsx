import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'

import { Button } from '@/components/button'
import { Dialog } from '@/components/dialog'
import { useTexts } from '@/lib/text'

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
  const t = useTexts('agents-editor')
  const blocker = useBlocker({ shouldBlockFn: unsaved, enableBeforeUnload: unsaved, withResolver: true })
  const [saving, setSaving] = useState(false)
  if (blocker.status !== 'blocked') return null
  const { proceed, reset } = blocker
  const saveAndLeave = async () => {
    setSaving(true)
    const saved = await save()
    setSaving(false)
    if (saved) proceed()
    else reset()
  }
  return (
    <Dialog
      open
      onClose={reset}
      title={t('leave.title')}
      description={isNew ? t('leave.bodyNew') : t('leave.body', { name })}
      actions={
        <>
          <Button look="quiet" onClick={reset}>
            {t('leave.stay')}
          </Button>
          <Button onClick={proceed}>{t('leave.discard')}</Button>
          <Button look="primary" busy={saving} onClick={() => void saveAndLeave()}>
            {t('leave.save')}
          </Button>
        </>
      }
    />
  )
}
