import { Link } from '@tanstack/react-router'

import { buttonLook } from '@/components/button'
import { Chip } from '@/components/chip'
import { Icon } from '@/components/icon'
import { Card } from '@/components/page'
import { Empty } from '@/components/states'
import { Ago } from '@/components/time'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import { useWhy } from '@/lib/why'

import { CanaryMetrics } from './canary-figures'
import { CandidateActs } from './candidate-acts'
import { ChangeList } from './change-list'
import type { Release } from './types'
import { useAuthor, useReleaseWhy } from './words'

interface CandidateCardProps {
  release: Release
  /** Others that wait as well. */
  others: readonly Release[]
  onDiscard: (release: Release) => void
}

/** The release that waits: what changes with it, and what can be done with it. */
export function CandidateCard({ release, others, onDiscard }: CandidateCardProps) {
  const t = useTexts('routing-releases')
  const format = useFormat()
  const author = useAuthor()
  const why = useReleaseWhy()
  return (
    <Card title={t('candidate.title', { number: release.number })} className="border-line-strong">
      <div className="flex flex-1 flex-col gap-4 px-4 pb-4">
        <div>
          {release.reason && <p className="text-md break-words">{why(release)}</p>}
          <p className="text-sm text-muted">
            {t('by', { author: author(release.author) })} · <Ago at={release.createdAt} />
          </p>
        </div>
        {release.canaryShare != null && (
          <div className="flex flex-col items-start gap-3">
            <Chip tone="info" icon="bird">
              {t('candidate.canaryOn', { share: format.number(release.canaryShare) })}
            </Chip>
            <CanaryMetrics number={release.number} />
          </div>
        )}
        <CanaryEnded release={release} />
        <section className="flex flex-col gap-2">
          <h3 className="text-sm font-medium text-muted">{t('changes.title')}</h3>
          <div className="max-h-96 overflow-y-auto">
            <ChangeList changes={release.changes} count={release.changeCount} />
          </div>
        </section>
        <div className="mt-auto flex flex-col gap-3 border-t pt-4">
          <CandidateActs release={release} triedElsewhere={!release.replay} onDiscard={onDiscard} />
          {others.length > 0 && (
            <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
              {t('candidate.others')}
              {others.map(({ number }) => (
                <Link
                  key={number}
                  to="/routing"
                  search={{ tab: 'releases', release: String(number) }}
                  className="rounded-sm text-accent underline-offset-4 hover:underline"
                >
                  {t('number', { number })}
                </Link>
              ))}
            </p>
          )}
        </div>
      </div>
    </Card>
  )
}

/** Why the rules took a canary back. */
export function CanaryEnded({ release }: { release: Release }) {
  const t = useTexts('routing-releases')
  const why = useWhy()
  if (!release.canaryEnded) return null
  return (
    <p className="flex items-start gap-2 rounded-md bg-warning-soft px-3 py-2 text-warning">
      <Icon name="bird" size={17} className="mt-0.5" />
      <span className="min-w-0 break-words">
        {t('candidate.canaryReturned', { reason: why(release.canaryWhy, release.canaryEnded) })}
      </span>
    </p>
  )
}

/** What stands there while nothing waits. */
export function NoCandidate({ autoPublish }: { autoPublish: boolean }) {
  const t = useTexts('routing-releases')
  return (
    <Card className="justify-center">
      <Empty
        icon="check-circle"
        title={t('none.title')}
        action={
          <Link to="/agents" className={buttonLook()}>
            {t('none.agents')}
          </Link>
        }
      >
        {t(autoPublish ? 'none.auto' : 'none.manual')}
      </Empty>
    </Card>
  )
}
