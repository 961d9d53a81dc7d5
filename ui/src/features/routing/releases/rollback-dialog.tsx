import { useState } from 'react'

import { Button } from '@/components/button'
import { Dialog } from '@/components/dialog'
import { Field, TextInput } from '@/components/field'
import { Icon } from '@/components/icon'
import { useReason } from '@/components/states'
import { useTexts } from '@/lib/text'

import type { Release } from './types'
import { useRollback } from './use-acts'

const MOST = 500

/** Asks before an earlier release decides again, and says what else that changes. */
export function RollbackDialog({
  release,
  autoPublish,
  onClose,
}: {
  release: Release
  autoPublish: boolean
  onClose: () => void
}) {
  const t = useTexts('routing-releases')
  const shared = useTexts('shared')
  const reasonOf = useReason()
  const rollback = useRollback()
  const [reason, setReason] = useState('')
  const { number } = release
  const act = () => {
    const said = reason.trim()
    rollback.mutate({ number, ...(said ? { reason: said } : {}) }, { onSuccess: onClose })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('rollback.title', { number })}
      description={t('rollback.body', { number })}
      actions={
        <>
          <Button onClick={onClose}>{shared('cancel')}</Button>
          <Button look="primary" busy={rollback.isPending} onClick={act}>
            {t('rollback.do')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {autoPublish && (
          <p className="flex items-start gap-2 rounded-md bg-warning-soft px-3 py-2 text-warning">
            <Icon name="warning" size={17} className="mt-0.5" />
            <span className="min-w-0">{t('rollback.auto')}</span>
          </p>
        )}
        <Field label={t('rollback.reason')} hint={t('rollback.reasonHint')}>
          {(control) => (
            <TextInput
              {...control}
              maxLength={MOST}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
        {rollback.error && (
          <p role="alert" className="flex items-start gap-1.5 text-danger">
            <Icon name="warning-circle" size={16} className="mt-0.5" />
            {reasonOf(rollback.error)}
          </p>
        )}
      </div>
    </Dialog>
  )
}
