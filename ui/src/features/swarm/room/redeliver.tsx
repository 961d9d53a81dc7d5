import { useMutation, useQueryClient } from '@tanstack/react-query'

import { api, data } from '@/client/api'
import { Button } from '@/components/button'
import { Icon } from '@/components/icon'
import { useReason } from '@/components/states'
import { notify } from '@/components/toasts'
import { useTexts } from '@/lib/text'
import { useWhy } from '@/lib/why'
import { keys } from '@/live/refresh'

import { memberOf, type Member } from '../model'
import type { Delivery, Mail } from '../types'

/** A mail that somebody never read: why, and the way to have it delivered again. */
export function DeadLetter({
  mail,
  delivery,
  members,
}: {
  mail: Mail
  delivery: Delivery
  members: ReadonlyMap<string, Member>
}) {
  const t = useTexts('swarm-rooms')
  const reason = useReason()
  const why = useWhy()
  const queries = useQueryClient()
  const name = memberOf(members, delivery.recipient).name
  const again = useMutation({
    mutationFn: () =>
      data(
        api.POST('/api/swarms/{id}/mail/{mailId}/redeliver', {
          params: { path: { id: mail.swarmId, mailId: mail.id } },
          body: { recipient: delivery.recipient },
        }),
      ),
    onSuccess: () => {
      notify(t('dead.done', { name }))
      for (const queryKey of [
        keys.roomMail(mail.roomId),
        keys.swarmMail(mail.swarmId),
        keys.mail(mail.id),
        keys.swarm(mail.swarmId),
      ]) {
        void queries.invalidateQueries({ queryKey })
      }
    },
    onError: (error) => notify(t('notDone', { reason: reason(error) }), 'failed'),
  })
  return (
    <div className="mt-1.5 flex flex-wrap items-start gap-x-3 gap-y-1.5 rounded-md bg-danger-soft/60 px-3 py-2 text-sm">
      <Icon name="warning-circle" size={16} className="mt-0.5 text-danger" />
      <p className="min-w-0 flex-[1_1_12rem] break-words">
        <span className="font-medium">{t('dead.sentence', { name, count: delivery.attempts })}</span>{' '}
        <span className="text-muted">{why(delivery.why, delivery.error)}</span>
      </p>
      <Button
        size="small"
        icon="arrow-clockwise"
        busy={again.isPending}
        onClick={() => again.mutate()}
        aria-label={t('dead.againTo', { name })}
      >
        {t('dead.again')}
      </Button>
    </div>
  )
}
