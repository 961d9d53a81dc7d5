import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'

import { ApiError } from '@/client/api'
import { Button, IconButton } from '@/components/button'
import { Menu, MenuItem, MenuLine } from '@/components/menu'
import { Empty, Failure, Skeleton } from '@/components/states'
import { Choice } from '@/components/tabs'
import { useFormat } from '@/lib/format'
import { lazyPart } from '@/lib/lazy-part'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { useAddress } from '../address'
import { Outside, TypeDisc } from '../badges'
import { FACTS, MOST_FACTS, useEntity } from '../data'
import { Forget } from '../editing/forget'
import { Merge } from '../editing/merge'
import { Rename } from '../editing/rename'
import { useLeaving, useRemoving } from '../removing'
import type { Entity } from '../types'
import { useRemove } from '../use-remove'
import { Observations } from './observations'
import { Relations } from './relations'

const Graph = lazyPart(() => import('../graph'))

/** What is known of an entity, as facts or as a graph. */
export function EntityPanel({
  id,
  onBack,
  onCreate,
}: {
  id: string
  onBack?: (() => void) | undefined
  onCreate: (name: string) => void
}) {
  const t = useTexts('memory')
  const queries = useQueryClient()
  const { go } = useAddress()
  const [limit, setLimit] = useState({ id, most: FACTS })
  const entity = useEntity(id, limit.id === id ? limit.most : FACTS)
  const leaving = useLeaving((state) => state.id === id)
  const gone = entity.error instanceof ApiError && entity.error.status === 404
  if (!entity.data || (gone && !leaving)) {
    if (gone) {
      return (
        <Empty
          icon="brain"
          title={t('entity.gone')}
          className="my-auto"
          action={<Button onClick={() => go({ entity: undefined, tab: 'history' })}>{t('entity.seeHistory')}</Button>}
        >
          {t('entity.goneBody')}
        </Empty>
      )
    }
    if (entity.error) return <Failure error={entity.error} onRetry={() => void entity.refetch()} className="my-auto" />
    return (
      <div className="flex flex-col gap-3 p-5">
        <Skeleton className="h-12 w-2/3" />
        <Skeleton className="h-24" />
        <Skeleton className="h-40" />
      </div>
    )
  }
  return (
    <Shown
      key={id}
      entity={entity.data}
      onBack={onBack}
      onCreate={onCreate}
      onMore={limit.id === id && limit.most === MOST_FACTS ? undefined : () => setLimit({ id, most: MOST_FACTS })}
      onGone={() => {
        go({ entity: undefined }, true)
        queries.removeQueries({ queryKey: [...keys.knowledge, 'entity', id] })
      }}
    />
  )
}

interface ShownProps {
  entity: Entity
  onBack: (() => void) | undefined
  onCreate: (name: string) => void
  onMore: (() => void) | undefined
  onGone: () => void
}

function Shown({ entity, onBack, onCreate, onMore, onGone }: ShownProps) {
  const t = useTexts('memory')
  const format = useFormat()
  const { view, go } = useAddress()
  const remove = useRemove()
  const hidden = useRemoving((state) => state.ids)
  const [window, setWindow] = useState<'rename' | 'merge' | 'forget' | null>(null)
  const close = () => setWindow(null)
  const tainted = entity.observations.some((one) => one.provenance.tainted)
  const gone = hidden.has(entity.id)
  return (
    <>
      <header className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b px-4 py-3 sm:px-5">
        {onBack && <IconButton icon="arrow-left" label={t('back')} size="small" onClick={onBack} className="-ml-1" />}
        <TypeDisc type={entity.entityType} size={40} />
        <div className="min-w-0 flex-[1_1_10rem]">
          <h2 title={entity.name} className="line-clamp-2 text-lg font-semibold tracking-tight break-words">
            {entity.name}
          </h2>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
            <span className="max-w-full truncate">{entity.entityType || t('noType')}</span>
            <span title={format.dateTime(entity.createdAt)}>
              {t('entity.since', { when: format.date(entity.createdAt) })}
            </span>
            {tainted && <Outside />}
          </p>
        </div>
        <div className="flex items-center gap-1">
          <Choice
            label={t('entity.view')}
            value={view}
            onChange={(value) => go({ view: value }, true)}
            size="small"
            options={[
              { value: 'facts', label: t('entity.facts') },
              { value: 'graph', label: t('entity.graph') },
            ]}
          />
          <Menu trigger={<IconButton icon="dots-three" label={t('entity.more', { name: entity.name })} />}>
            <MenuItem icon="pencil-simple" onSelect={() => setWindow('rename')}>
              {t('entity.edit')}
            </MenuItem>
            <MenuItem icon="arrows-merge" onSelect={() => setWindow('merge')}>
              {t('entity.merge')}
            </MenuItem>
            <MenuLine />
            <MenuItem
              icon="trash"
              danger
              disabled={gone}
              onSelect={() => {
                remove.entity(entity.id, entity.name)
                go({ entity: undefined }, true)
              }}
            >
              {t('entity.delete')}
            </MenuItem>
            <MenuItem icon="eraser" danger onSelect={() => setWindow('forget')}>
              {t('entity.forget')}
            </MenuItem>
          </Menu>
        </div>
      </header>
      {view === 'graph' ? (
        <Suspense fallback={<Skeleton className="m-5 flex-1" />}>
          <Graph id={entity.id} name={entity.name} />
        </Suspense>
      ) : (
        <div className="min-h-0 flex-1 overflow-y-auto px-4 pb-6 sm:px-5">
          <Observations entity={entity} onMore={onMore} />
          <Relations
            entity={entity}
            onMore={entity.relations.length >= FACTS ? onMore : undefined}
            onCreate={onCreate}
          />
        </div>
      )}
      <Rename entity={entity} open={window === 'rename'} onClose={close} onMerge={() => setWindow('merge')} />
      <Merge entity={entity} open={window === 'merge'} onClose={close} />
      <Forget entity={entity} open={window === 'forget'} onClose={close} onGone={onGone} />
    </>
  )
}
