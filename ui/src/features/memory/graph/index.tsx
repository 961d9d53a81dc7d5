import { Suspense, useEffect, useMemo, useState } from 'react'

import { Button } from '@/components/button'
import { Empty, Failure, Skeleton } from '@/components/states'
import { Choice } from '@/components/tabs'
import { lazyPart } from '@/lib/lazy-part'
import { useMedia } from '@/lib/media'
import { useTexts } from '@/lib/text'

import { useAddress } from '../address'
import { useRemoving } from '../removing'
import { useExplore } from './explore'
import { planOf } from './plan'
import { Tree } from './tree'
import { useHoods } from './use-hoods'

const Canvas = lazyPart(() => import('./canvas'))

/** What is around an entity, as a picture or as a list; both grow where one presses. */
export default function Graph({ id, name }: { id: string; name: string }) {
  const t = useTexts('memory')
  const { go } = useAddress()
  const narrow = useMedia('(max-width: 699px)')
  const [chosen, setKind] = useState<'picture' | 'list' | null>(null)
  const kind = chosen ?? (narrow ? 'list' : 'picture')
  const begin = useExplore((state) => state.begin)
  useEffect(() => begin(id), [begin, id])
  const root = useExplore((state) => state.root)
  const expanded = useExplore((state) => state.expanded)
  const { hoods, loading, error, retry } = useHoods(expanded)
  const hidden = useRemoving((state) => state.ids)
  const plan = useMemo(() => {
    const shown = new Map(
      [...hoods].map(([key, hood]) => [
        key,
        {
          ...hood,
          entities: hood.entities.filter((entity) => !hidden.has(entity.id)),
          relations: hood.relations.filter((relation) => !hidden.has(relation.id)),
        },
      ]),
    )
    return planOf(id, shown)
  }, [id, hoods, hidden])
  const open = useMemo(() => (entity: string) => go({ entity, tab: undefined }), [go])

  if (root !== id || !plan.nodes.length) {
    if (error) return <Failure error={error} onRetry={retry} className="my-auto" />
    return <Skeleton className="m-5 flex-1 rounded-lg" />
  }
  if (plan.nodes.length === 1)
    return (
      <Empty icon="graph" title={t('entity.noRelations')} className="my-auto">
        {t('graph.alone', { name })}
      </Empty>
    )
  const props = { plan, root: id, name, loading, onOpen: open }
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b px-4 py-2 sm:px-5">
        <p className="min-w-0 flex-1 text-sm text-muted max-sm:hidden">{t('graph.hint')}</p>
        {error && (
          <span role="alert" className="flex items-center gap-2 text-sm text-danger">
            {t('graph.failed')}
            <Button size="small" onClick={retry} icon="arrow-clockwise" aria-label={t('graph.failed')} />
          </span>
        )}
        <Choice
          label={t('graph.kind')}
          value={kind}
          onChange={setKind}
          size="small"
          options={[
            { value: 'picture', label: t('graph.picture') },
            { value: 'list', label: t('graph.list') },
          ]}
        />
      </div>
      {kind === 'list' ? (
        <Tree {...props} />
      ) : (
        <div className="relative min-h-80 flex-1">
          <Suspense fallback={<Skeleton className="absolute inset-4" />}>
            <Canvas {...props} />
          </Suspense>
        </div>
      )}
    </div>
  )
}
