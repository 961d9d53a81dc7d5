import { useMutation, useQueryClient } from '@tanstack/react-query'

import { api, data } from '@/client/api'
import { Button } from '@/components/button'
import { Icon } from '@/components/icon'
import { LackLink, useLackSaid } from '@/components/lacks'
import { useReason } from '@/components/states'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { modelTitle } from './providers'

interface ModelTestProps {
  /** The model to try; nothing for the default one. */
  name?: string
  className?: string
}

/** Tries a model with one tiny call, and says what came of it. */
export function ModelTest({ name, className }: ModelTestProps) {
  const t = useTexts('models')
  const format = useFormat()
  const reason = useReason()
  const lackSaid = useLackSaid()
  const queries = useQueryClient()
  const test = useMutation({
    mutationFn: () => data(api.POST('/api/models/test', { body: { model: name ?? null } })),
    // A server nearby may have been started since.
    onSettled: () =>
      Promise.all(
        [keys.models, keys.overview, keys.agentHealth].map((queryKey) => queries.invalidateQueries({ queryKey })),
      ),
  })
  const check = test.data
  const said = test.error
    ? reason(test.error)
    : !check
      ? ''
      : !check.ok
        ? t('fails', { reason: check.lack ? lackSaid(check.lack) : check.error })
        : check.milliseconds
          ? t('works', { time: format.duration(check.milliseconds) })
          : !name && check.name === 'offline'
            ? t('worksOffline')
            : t('worksAtOnce')
  const good = check?.ok && said !== t('worksOffline')
  return (
    <div className={cn('flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5', className)}>
      <Button
        size="small"
        icon="lightning"
        busy={test.isPending}
        onClick={() => test.mutate()}
        aria-label={name ? t('testOne', { name: modelTitle(name) }) : undefined}
      >
        {test.isPending ? t('testing') : name ? t('test') : t('testNow')}
      </Button>
      <span
        role="status"
        className={cn('flex min-w-0 items-start gap-1.5 text-sm', good ? 'text-success' : 'text-warning')}
      >
        {said && (
          <>
            <Icon name={good ? 'check-circle' : 'warning-circle'} size={16} className="mt-px" />
            <span className="min-w-0 break-words">
              {said} {check?.lack && !name && <LackLink lack={check.lack} />}
            </span>
          </>
        )}
      </span>
    </div>
  )
}
