import { Icon } from '@/components/icon'
import { Skeleton, useReason } from '@/components/states'
import { useDebounced } from '@/lib/debounced'
import { useTexts } from '@/lib/text'
import { useTimesSentence } from '@/lib/times'
import { useWhy } from '@/lib/why'

import { usePreview, type Asked } from '../data'
import { timesOf } from '../plan'
import { TimeList } from '../time-list'
import { isZone, type Draft } from './draft'

const SETTLE_MS = 250

/** The next ten times, while they are written, with what a change of the clocks does to them. */
export function Preview({ draft }: { draft: Draft }) {
  const t = useTexts('schedules')
  const reason = useReason()
  const why = useWhy()
  const sentence = useTimesSentence()
  const times = timesOf(draft.plan)
  // As text, so that the same question is the same value.
  const wanted = JSON.stringify(
    times && isZone(draft.timezone)
      ? { ...times, timezone: draft.timezone, startsAt: draft.startsAt, endsAt: draft.endsAt }
      : null,
  )
  const settled = useDebounced(wanted, SETTLE_MS)
  const asked = JSON.parse(settled) as Asked | null
  const preview = usePreview(asked)
  const known = asked && preview.data
  return (
    <section aria-label={t('form.preview')} aria-live="polite" className="flex flex-col gap-2 rounded-lg bg-sunken p-3">
      {!asked ? (
        <p className="text-base text-muted">{t('form.previewWait')}</p>
      ) : preview.isPending ? (
        <Skeleton className="h-40" />
      ) : preview.error ? (
        <Wrong text={reason(preview.error)} />
      ) : known && !known.valid ? (
        <Wrong text={why(known.why, known.error ?? t('form.previewNone'))} />
      ) : (
        known && (
          <>
            {known.words && (
              <p className="text-base font-medium">{sentence({ words: known.words, cron: asked.cron ?? null })}</p>
            )}
            {known.upcoming.length ? (
              <div className="rounded-md bg-surface">
                <TimeList label={t('form.preview')} times={known.upcoming} timezone={asked.timezone} />
              </div>
            ) : (
              <p className="text-base text-muted">{t('form.previewNone')}</p>
            )}
          </>
        )
      )}
    </section>
  )
}

function Wrong({ text }: { text: string }) {
  return (
    <p className="flex items-start gap-1.5 text-base text-danger">
      <Icon name="warning-circle" size={17} className="mt-0.5" />
      <span className="min-w-0 break-words">{text}</span>
    </p>
  )
}
