import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import { ApiError } from '@/client/api'
import { Button } from '@/components/button'
import { Dialog } from '@/components/dialog'
import { Field, TextArea, TextInput } from '@/components/field'
import { Icon } from '@/components/icon'
import { useReason } from '@/components/states'
import { useTexts } from '@/lib/text'

import { brokenIn } from './broken'
import { GoldenLines } from './report/golden-lines'
import type { Release } from './types'
import { usePublish } from './use-acts'

const MOST = 500

/** Asks before a release decides; one that breaks golden cases needs a reason. */
export function PublishDialog({ release, onClose }: { release: Release; onClose: () => void }) {
  const t = useTexts('routing-releases')
  const shared = useTexts('shared')
  const reasonOf = useReason()
  const publish = usePublish()
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  // What the server refused it for is newer than what the replay of then says.
  const refused = brokenIn(publish.error)
  const broken = refused ?? release.replay?.goldenBroken ?? []
  const breaks = broken.length > 0
  const act = () => {
    const said = reason.trim()
    if (breaks && !said) return setMissing(true)
    publish.mutate(
      { number: release.number, ...(breaks ? { override: said } : said ? { reason: said } : {}) },
      { onSuccess: onClose },
    )
  }
  const change = (text: string) => {
    setReason(text)
    setMissing(false)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('publishing.title', { number: release.number })}
      description={t('publishing.body')}
      actions={
        <>
          <Button onClick={onClose}>{shared('cancel')}</Button>
          <Button look={breaks ? 'danger' : 'primary'} busy={publish.isPending} onClick={act}>
            {t(breaks ? 'publishing.doAnyway' : 'publishing.do')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {!release.replay && !refused && (
          <p className="flex items-start gap-2 text-muted">
            <Icon name="info" size={17} className="mt-0.5" />
            {t('publishing.untried')}
          </p>
        )}
        {breaks && (
          <div role="alert" className="flex flex-col gap-2 rounded-md bg-danger-soft px-3 py-2.5">
            <p className="flex items-start gap-2 font-medium text-danger">
              <Icon name="warning" size={17} className="mt-0.5" />
              {t('publishing.broken', { count: broken.length })}
            </p>
            <div className="max-h-48 overflow-y-auto">
              <GoldenLines results={broken} />
            </div>
            <Link
              to="/routing"
              search={{ tab: 'golden' }}
              className="self-start rounded-sm text-sm text-accent underline-offset-4 hover:underline"
            >
              {t('publishing.cases')}
            </Link>
          </div>
        )}
        {breaks ? (
          <Field
            label={t('publishing.override')}
            hint={t('publishing.overrideHint')}
            error={missing ? t('publishing.overrideNeeded') : undefined}
          >
            {(control) => (
              <TextArea
                {...control}
                rows={2}
                required
                maxLength={MOST}
                value={reason}
                onChange={(event) => change(event.target.value)}
              />
            )}
          </Field>
        ) : (
          <Field label={t('publishing.reason')} hint={t('publishing.reasonHint')}>
            {(control) => (
              <TextInput
                {...control}
                maxLength={MOST}
                value={reason}
                onChange={(event) => change(event.target.value)}
              />
            )}
          </Field>
        )}
        {publish.error && !(refused && publish.error instanceof ApiError) && (
          <p role="alert" className="flex items-start gap-1.5 text-danger">
            <Icon name="warning-circle" size={16} className="mt-0.5" />
            {reasonOf(publish.error)}
          </p>
        )}
      </div>
    </Dialog>
  )
}
