import { useMutation, useQueryClient } from '@tanstack/react-query'

import { api, data } from '@/client/api'
import { Button } from '@/components/button'
import { Icon } from '@/components/icon'
import { useLackSaid } from '@/components/lacks'
import { useReason } from '@/components/states'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { TOUCHED, type ModelConnection } from './connections'

interface ConnectionTestProps {
  connection: ModelConnection
  /** What the provider calls the model; nothing for the connection's default. */
  model?: string
  className?: string
}

/** Makes one small real call through a connection, and says what came of it, how long it took and what it cost. */
export function ConnectionTest({ connection, model, className }: ConnectionTestProps) {
  const t = useTexts('models')
  const format = useFormat()
  const reason = useReason()
  const lackSaid = useLackSaid()
  const queries = useQueryClient()
  const test = useMutation({
    mutationFn: (tried: string | undefined) =>
      data(
        api.POST('/api/models/connections/{id}/test', {
          params: { path: { id: connection.id } },
          body: { model: tried ?? null },
        }),
      ),
    onSettled: () => {
      for (const queryKey of TOUCHED) void queries.invalidateQueries({ queryKey })
    },
  })
  const check = test.variables === model ? test.data : undefined
  const error = test.variables === model ? test.error : undefined
  const said = error
    ? reason(error)
    : !check
      ? ''
      : !check.ok
        ? t('fails', { reason: check.lack ? lackSaid(check.lack) : check.error })
        : check.cost != null
          ? t('worksFor', { time: format.duration(check.milliseconds), cost: format.money(check.cost) })
          : t('works', { time: format.duration(check.milliseconds) })
  return (
    <div className={cn('flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5', className)}>
      <Button
        size="small"
        icon="lightning"
        busy={test.isPending}
        onClick={() => test.mutate(model)}
        aria-label={t('testOne', { name: model ?? connection.name })}
      >
        {test.isPending ? t('testing') : t('test')}
      </Button>
      <span
        role="status"
        className={cn('flex min-w-0 items-start gap-1.5 text-sm', check?.ok ? 'text-success' : 'text-warning')}
      >
        {said && (
          <>
            <Icon name={check?.ok ? 'check-circle' : 'warning-circle'} size={16} className="mt-px" />
            <span className="min-w-0 break-words">{said}</span>
          </>
        )}
      </span>
    </div>
  )
}
