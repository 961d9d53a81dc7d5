import type { ModelEntry } from '@/components/models/providers'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import { useWhy } from '@/lib/why'

/** Since when and why a model's provider is not called, and how often others answered in its place. */
export function BreakerLine({ breaker }: { breaker: NonNullable<ModelEntry['breaker']> }) {
  const t = useTexts('settings')
  const why = useWhy()
  const format = useFormat()
  const passedOver = breaker.passedOver ? t('models.passedOver', { count: breaker.passedOver }) : ''
  if (breaker.state === 'closed' || !breaker.since || !breaker.until) {
    return passedOver ? <p className="text-sm text-muted">{passedOver}</p> : null
  }
  const said = t(breaker.state === 'open' ? 'models.breakerOpen' : 'models.breakerTrying', {
    since: format.time(breaker.since),
    until: format.time(breaker.until),
    reason: why(breaker.reason, ''),
  })
  return (
    <p className="text-sm break-words text-warning">
      {said} {passedOver}
    </p>
  )
}
