import { useState, type ReactNode } from 'react'

import { Button } from '@/components/button'
import { Chip } from '@/components/chip'
import { CopyButton } from '@/components/copy-button'
import { Drawer } from '@/components/dialog'
import { Field, Select } from '@/components/field'
import { Icon } from '@/components/icon'
import { Failure, Skeleton } from '@/components/states'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { CandidateActs } from './candidate-acts'
import { CanaryEnded } from './candidate-card'
import { ChangeList } from './change-list'
import { useDifference, useRelease, useReleases } from './data'
import { StatusChip } from './history'
import { Figures } from './report/figures'
import { FlipsCard } from './report/flips-card'
import { RollbackDialog } from './rollback-dialog'
import type { Release } from './types'
import { useAuthor, useReleaseWhy } from './words'

interface DetailDrawerProps {
  number: number
  autoPublish: boolean
  onDiscard: (release: Release) => void
  onClose: () => void
}

/** One release beside the page: what it is, and what differs from any other. */
export function DetailDrawer({ number, autoPublish, onDiscard, onClose }: DetailDrawerProps) {
  const t = useTexts('routing-releases')
  const found = useRelease(number)
  return (
    <Drawer open onClose={onClose} wide title={t('number', { number })}>
      {found.isPending ? (
        <Skeleton className="h-96" />
      ) : found.data ? (
        <Detail
          key={number}
          release={found.data}
          autoPublish={autoPublish}
          onDiscard={(release) => {
            onClose()
            onDiscard(release)
          }}
        />
      ) : (
        <Failure error={found.error} onRetry={() => void found.refetch()} />
      )}
    </Drawer>
  )
}

const DIGEST_SHOWN = 12

function Detail({
  release,
  autoPublish,
  onDiscard,
}: {
  release: Release
  autoPublish: boolean
  onDiscard: (release: Release) => void
}) {
  const t = useTexts('routing-releases')
  const format = useFormat()
  const author = useAuthor()
  const why = useReleaseWhy()
  const [back, setBack] = useState(false)
  const { status } = release
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <div className="flex min-w-0 flex-col gap-2">
        <div className="flex flex-wrap items-center gap-2">
          <StatusChip status={status} />
          <span className="text-muted">{t('by', { author: author(release.author) })}</span>
        </div>
        {release.reason && <p className="text-md break-words">{why(release)}</p>}
        {release.override && (
          <p className="flex items-start gap-2 text-warning">
            <Icon name="warning" size={17} className="mt-0.5" />
            <span className="min-w-0 break-words">{t('detail.override', { reason: release.override })}</span>
          </p>
        )}
        {release.canaryShare != null && (
          <div>
            <Chip tone="info" icon="bird">
              {t('candidate.canaryOn', { share: format.number(release.canaryShare) })}
            </Chip>
          </div>
        )}
        <CanaryEnded release={release} />
        <dl className="grid grid-cols-2 gap-x-6 gap-y-2 pt-1 sm:grid-cols-3">
          <Fact name={t('detail.made')}>{format.dateTime(release.createdAt)}</Fact>
          {release.publishedAt && <Fact name={t('detail.published')}>{format.dateTime(release.publishedAt)}</Fact>}
          {release.retiredAt && <Fact name={t('detail.retired')}>{format.dateTime(release.retiredAt)}</Fact>}
          <Fact name={t('detail.learning')}>{format.number(release.learning ?? 1)}</Fact>
          <Fact name={t('detail.digest')}>
            <span className="flex items-center gap-0.5">
              <code className="font-mono text-sm">{release.digest.slice(0, DIGEST_SHOWN)}</code>
              <CopyButton text={release.digest} label={t('detail.copyDigest')} />
            </span>
          </Fact>
        </dl>
        {status === 'retired' && (
          <div className="pt-1">
            <Button icon="arrow-counter-clockwise" onClick={() => setBack(true)}>
              {t('history.rollback')}
            </Button>
          </div>
        )}
        {status === 'candidate' && (
          <div className="pt-1">
            <CandidateActs release={release} onDiscard={onDiscard} />
          </div>
        )}
      </div>
      <Differences release={release} />
      {release.replay && (
        <section className="flex flex-col gap-2">
          <h3 className="text-base font-semibold">{t('report.title')}</h3>
          <Figures report={release.replay} narrow />
          {release.replay.groups.length > 0 && <FlipsCard groups={release.replay.groups} />}
        </section>
      )}
      {back && <RollbackDialog release={release} autoPublish={autoPublish} onClose={() => setBack(false)} />}
    </div>
  )
}

/** What differs from the release it was made from, or from any other that one chooses. */
function Differences({ release }: { release: Release }) {
  const t = useTexts('routing-releases')
  const why = useReleaseWhy()
  const [against, setAgainst] = useState<number | undefined>()
  const found = useDifference(release.number, against)
  const others = (useReleases().data?.pages.flatMap((page) => page.releases) ?? []).filter(
    ({ number }) => number !== release.number,
  )
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <h3 className="text-base font-semibold">{t('changes.title')}</h3>
      <Field label={t('detail.compare')}>
        {(control) => (
          <Select
            {...control}
            className="w-full"
            value={against ?? ''}
            onChange={(event) => setAgainst(event.target.value ? Number(event.target.value) : undefined)}
          >
            <option value="">
              {release.parent == null ? t('detail.first') : t('detail.parent', { number: release.parent })}
            </option>
            {others.map((one) => (
              <option key={one.id} value={one.number}>
                {one.number} · {why(one) || t(`status.${one.status}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {found.isPending ? (
        <Skeleton className="h-24" />
      ) : found.data ? (
        <div aria-live="polite" className={found.isPlaceholderData ? 'opacity-60' : ''}>
          <ChangeList changes={found.data.changes} count={found.data.count} />
        </div>
      ) : (
        <Failure error={found.error} onRetry={() => void found.refetch()} className="py-4" />
      )}
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="numbers min-h-7 leading-7 break-words">{children}</dd>
    </div>
  )
}
