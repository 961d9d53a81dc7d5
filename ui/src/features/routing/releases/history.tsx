import { Link, useNavigate } from '@tanstack/react-router'
import { memo, useState } from 'react'

import { Button, IconButton } from '@/components/button'
import { Chip, type Tone } from '@/components/chip'
import { Icon } from '@/components/icon'
import type { InterfaceIcon } from '@/components/icon-names'
import { Menu, MenuItem } from '@/components/menu'
import { Card } from '@/components/page'
import { Empty, Failure, Skeleton } from '@/components/states'
import { Ago } from '@/components/time'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

import { useReleases } from './data'
import { RollbackDialog } from './rollback-dialog'
import type { Release, Status } from './types'
import { useAuthor, useReleaseWhy } from './words'

const LOOKS: Record<Status, [Tone, InterfaceIcon]> = {
  published: ['success', 'seal-check'],
  candidate: ['warning', 'hourglass'],
  retired: ['neutral', 'clock-counter-clockwise'],
  discarded: ['neutral', 'x'],
}

export function StatusChip({ status }: { status: Status }) {
  const t = useTexts('routing-releases')
  const [tone, icon] = LOOKS[status]
  return (
    <Chip tone={tone} icon={icon}>
      {t(`status.${status}`)}
    </Chip>
  )
}

/** Who changed what about routing, and why, latest first. */
export function History({ autoPublish }: { autoPublish: boolean }) {
  const t = useTexts('routing-releases')
  const found = useReleases()
  const [back, setBack] = useState<Release | null>(null)
  const releases = found.data?.pages.flatMap((page) => page.releases) ?? []
  return (
    <Card title={t('history.title')}>
      {found.isPending ? (
        <div className="p-4">
          <Skeleton className="h-40" />
        </div>
      ) : found.error && !found.data ? (
        <Failure error={found.error} onRetry={() => void found.refetch()} />
      ) : !releases.length ? (
        <Empty icon="clock-counter-clockwise" title={t('history.empty')}>
          {t('history.emptyBody')}
        </Empty>
      ) : (
        <>
          <ul aria-label={t('history.title')} className="mt-1 divide-y border-t">
            {releases.map((release) => (
              <HistoryRow key={release.id} release={release} onBack={setBack} />
            ))}
          </ul>
          {found.hasNextPage && (
            <div className="border-t p-2 text-center">
              <Button
                look="quiet"
                size="small"
                busy={found.isFetchingNextPage}
                onClick={() => void found.fetchNextPage()}
              >
                {t('history.more')}
              </Button>
            </div>
          )}
        </>
      )}
      {back && <RollbackDialog release={back} autoPublish={autoPublish} onClose={() => setBack(null)} />}
    </Card>
  )
}

const HistoryRow = memo(function HistoryRow({
  release,
  onBack,
}: {
  release: Release
  onBack: (release: Release) => void
}) {
  const t = useTexts('routing-releases')
  const author = useAuthor()
  const why = useReleaseWhy()
  const navigate = useNavigate()
  const { number, status } = release
  return (
    <li
      className={cn(
        'relative flex min-w-0 items-start gap-3 px-4 py-2.5 transition-colors',
        'duration-120 hover:bg-hover/60 sm:items-center',
      )}
    >
      <span className="numbers w-9 shrink-0 pt-0.5 text-right text-md font-semibold sm:pt-0">{number}</span>
      <div className="grid min-w-0 flex-1 gap-x-6 gap-y-1 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
        <div className="min-w-0">
          <Link
            to="/routing"
            search={{ tab: 'releases', release: String(number) }}
            aria-label={t('history.open', { number })}
            className={cn(
              'font-medium break-words after:absolute after:inset-0 focus-visible:outline-none',
              'focus-visible:after:outline-2 focus-visible:after:-outline-offset-2',
              'focus-visible:after:outline-accent',
              status === 'discarded' && 'text-muted',
            )}
          >
            {why(release) || t('number', { number })}
          </Link>
          <p className="text-sm text-muted">
            {t('by', { author: author(release.author) })} · <Ago at={release.publishedAt ?? release.createdAt} /> ·{' '}
            {t('history.changes', { count: release.changeCount })}
          </p>
          {release.override && (
            <p className="flex items-start gap-1.5 text-sm text-warning">
              <Icon name="warning" size={15} className="mt-0.5" />
              <span className="min-w-0 break-words">{t('detail.override', { reason: release.override })}</span>
            </p>
          )}
        </div>
        <span className="justify-self-start">
          <StatusChip status={status} />
        </span>
      </div>
      <span className="relative z-1">
        <Menu trigger={<IconButton icon="dots-three" size="small" label={t('history.actions', { number })} />}>
          <MenuItem
            icon="git-diff"
            onSelect={() => void navigate({ to: '/routing', search: { tab: 'releases', release: String(number) } })}
          >
            {t('history.see')}
          </MenuItem>
          {status === 'retired' && (
            <MenuItem icon="arrow-counter-clockwise" onSelect={() => onBack(release)}>
              {t('history.rollback')}
            </MenuItem>
          )}
        </Menu>
      </span>
    </li>
  )
})
