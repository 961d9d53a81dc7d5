import { useState } from 'react'

import { Button } from '@/components/button'
import { useTexts } from '@/lib/text'

import { CanaryDialog } from './canary-dialog'
import { PublishDialog } from './publish-dialog'
import { TryFileButton } from './try-file/button'
import type { Release } from './types'
import { useCanary, useFailed, useReplay } from './use-acts'

interface CandidateActsProps {
  release: Release
  /** Whether another place offers to try it first. */
  triedElsewhere?: boolean
  onDiscard: (release: Release) => void
}

/** What can be done with a release that waits. */
export function CandidateActs({ release, triedElsewhere = false, onDiscard }: CandidateActsProps) {
  const t = useTexts('routing-releases')
  const failed = useFailed()
  const replay = useReplay()
  const canary = useCanary()
  const [dialog, setDialog] = useState<'publish' | 'canary' | null>(null)
  const { number } = release
  const trying = release.canaryShare != null
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button look="primary" icon="seal-check" onClick={() => setDialog('publish')}>
        {t('candidate.publish')}
      </Button>
      {!triedElsewhere && (
        <Button
          icon={release.replay ? 'arrow-clockwise' : 'play'}
          busy={replay.isPending}
          onClick={() => replay.mutate(number)}
        >
          {replay.isPending
            ? t('candidate.replaying')
            : t(release.replay ? 'candidate.replayAgain' : 'candidate.replay')}
        </Button>
      )}
      <TryFileButton number={number} />
      <Button icon="bird" onClick={() => setDialog('canary')}>
        {t(trying ? 'canary.change' : 'candidate.canary')}
      </Button>
      {trying && (
        <Button
          icon="x"
          busy={canary.isPending}
          onClick={() => canary.mutate({ number, share: 0 }, { onError: failed })}
        >
          {t('candidate.canaryEnd')}
        </Button>
      )}
      <Button look="quiet" icon="trash" onClick={() => onDiscard(release)}>
        {t('candidate.discard')}
      </Button>
      {dialog === 'publish' && <PublishDialog release={release} onClose={() => setDialog(null)} />}
      {dialog === 'canary' && <CanaryDialog release={release} onClose={() => setDialog(null)} />}
    </div>
  )
}
