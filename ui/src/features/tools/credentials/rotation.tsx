import { useMutation, useQueryClient } from '@tanstack/react-query'

import { api, data, type Schemas } from '@/client/api'
import { Button } from '@/components/button'
import { Icon } from '@/components/icon'
import { useReason } from '@/components/states'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

/** Replaces the key that seals everybody's credentials, and says what came of it. */
export function Rotation() {
  const t = useTexts('tools-credentials')
  const reason = useReason()
  const queries = useQueryClient()
  const rotate = useMutation({
    mutationFn: () => data(api.POST('/api/credentials/rotate')),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.credentials }),
  })
  return (
    <section aria-labelledby="rotation" className="rounded-lg border bg-surface px-4 py-4 sm:px-5">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 id="rotation" className="text-base font-semibold">
            {t('rotation.title')}
          </h2>
          <p className="max-w-160 text-muted">{t('rotation.about')}</p>
        </div>
        <Button icon="arrows-clockwise" busy={rotate.isPending} onClick={() => rotate.mutate()}>
          {t(rotate.isPending ? 'rotation.doing' : 'rotation.do')}
        </Button>
      </div>
      <div role="status">
        {rotate.data && !rotate.isPending && <Result result={rotate.data} />}
        {rotate.error && <p className="mt-3 break-words text-danger">{reason(rotate.error)}</p>}
      </div>
    </section>
  )
}

function Result({ result }: { result: Schemas['Resealed'] }) {
  const t = useTexts('tools-credentials')
  const sentences = [
    t('rotation.done', { key: result.keyId }),
    t('rotation.resealed', { count: result.resealed }),
    t('rotation.of', { count: result.users }),
    result.dropped.length > 0 && t('rotation.dropped', { count: result.dropped.length }),
  ].filter(Boolean)
  return (
    <div className="mt-3 flex flex-col gap-1.5">
      <p className="flex items-start gap-2 text-success">
        <Icon name="check-circle" size={18} className="mt-px" />
        <span className="numbers min-w-0 break-words">{sentences.join(' ')}</span>
      </p>
      {result.failed > 0 && (
        <p className="flex items-start gap-2 text-warning">
          <Icon name="warning" size={18} className="mt-px" />
          <span className="min-w-0">{t('rotation.failed', { count: result.failed })}</span>
        </p>
      )}
    </div>
  )
}
