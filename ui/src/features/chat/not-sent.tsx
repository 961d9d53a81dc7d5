import { Button } from '@/components/button'
import { Icon } from '@/components/icon'
import { useNamedReason } from '@/components/states'
import { undoable } from '@/components/toasts'
import { useTexts } from '@/lib/text'
import { deliveryNow } from '@/live/delivery'
import { useOutbox, type Outgoing } from '@/live/outbox'

/** Says how a message stands that the server does not have, and what can be done about it. */
export function NotSent({ one }: { one: Outgoing }) {
  const t = useTexts('chat')
  const shared = useTexts('shared')
  const named = useNamedReason()
  const discard = () => {
    const before = useOutbox.getState().sent.find((other) => other.id === one.id)
    deliveryNow().delivery.discard(one.id)
    if (before)
      undoable(
        t('held.discarded'),
        () => undefined,
        () => deliveryNow().delivery.restore(before),
      )
  }
  return (
    <div role="status" className="flex flex-wrap items-center justify-end gap-2 text-base text-warning">
      <Icon name={one.refused === null ? 'clock' : 'warning-circle'} size={17} />
      <span className="min-w-0 break-words">
        {one.refused === null
          ? one.trying
            ? t('held.trying')
            : t('held.waits', { reason: named(one.code, one.problem) || shared('unreachable') })
          : t('held.refused', { reason: named(one.code, one.refused) || t('held.old') })}
      </span>
      <Button size="small" disabled={one.trying} onClick={() => deliveryNow().delivery.again(one.id)}>
        {t('held.again')}
      </Button>
      <Button size="small" look="quiet" disabled={one.trying} onClick={discard}>
        {t('held.discard')}
      </Button>
    </div>
  )
}
