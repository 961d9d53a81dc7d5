import { useId, useState } from 'react'

import { Button } from '@/components/button'
import { Dialog } from '@/components/dialog'
import { Icon } from '@/components/icon'
import { useReason } from '@/components/states'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import type { Release } from './types'
import { useCanary } from './use-acts'

const FIRST = 10

/** Asks which share of the conversations a candidate decides. */
export function CanaryDialog({ release, onClose }: { release: Release; onClose: () => void }) {
  const t = useTexts('routing-releases')
  const shared = useTexts('shared')
  const format = useFormat()
  const reasonOf = useReason()
  const canary = useCanary()
  const [share, setShare] = useState(release.canaryShare ?? FIRST)
  const id = useId()
  const { number } = release
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('canary.title', { number })}
      description={t('canary.body')}
      actions={
        <>
          <Button onClick={onClose}>{shared('cancel')}</Button>
          <Button
            look="primary"
            busy={canary.isPending}
            onClick={() => canary.mutate({ number, share }, { onSuccess: onClose })}
          >
            {t(release.canaryShare == null ? 'canary.do' : 'canary.change')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-2">
        <div className="flex items-baseline justify-between gap-3">
          <label htmlFor={id} className="text-sm font-medium">
            {t('canary.share')}
          </label>
          <output htmlFor={id} className="numbers text-lg font-semibold">
            {t('canary.value', { share: format.number(share) })}
          </output>
        </div>
        <input
          id={id}
          type="range"
          min={1}
          max={100}
          value={share}
          onChange={(event) => setShare(Number(event.target.value))}
          aria-valuetext={t('canary.value', { share: format.number(share) })}
          className="h-6 w-full cursor-pointer accent-accent"
        />
        {canary.error && (
          <p role="alert" className="flex items-start gap-1.5 text-danger">
            <Icon name="warning-circle" size={16} className="mt-0.5" />
            {reasonOf(canary.error)}
          </p>
        )}
      </div>
    </Dialog>
  )
}
