import { useState } from 'react'

import { Button, IconButton } from '@/components/button'
import { Menu, MenuItem, MenuLine } from '@/components/menu'
import { notify } from '@/components/toasts'
import { copyText } from '@/lib/clipboard'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { Forget } from '../editing/forget'
import { useRemoving } from '../removing'
import { Said } from '../said'
import type { Entity, Observation } from '../types'
import { useRemove } from '../use-remove'
import { ObservationForm } from './observation-form'

interface ObservationsProps {
  entity: Entity
  /** Reads more of them; nothing where all that can be read is. */
  onMore: (() => void) | undefined
}

/** What was observed of an entity, and who said so. */
export function Observations({ entity, onMore }: ObservationsProps) {
  const t = useTexts('memory')
  const format = useFormat()
  const hidden = useRemoving((state) => state.ids)
  const [editing, setEditing] = useState<string | null>(null)
  const [forgetting, setForgetting] = useState<Observation | null>(null)
  const shown = entity.observations.filter(({ id }) => !hidden.has(id))
  const count = shown.length + entity.moreObservations
  return (
    <section aria-label={t('entity.observations')} className="pt-4">
      <div className="flex min-h-9 flex-wrap items-center gap-x-2 gap-y-1 pb-1">
        <h3 className="flex-[1_0_auto] text-base font-semibold">
          {t('entity.observations')} <span className="numbers font-normal text-muted">{format.number(count)}</span>
        </h3>
        {editing !== 'new' && (
          <Button size="small" icon="plus" onClick={() => setEditing('new')}>
            {t('observation.add')}
          </Button>
        )}
      </div>
      {editing === 'new' && <ObservationForm entity={entity} onClose={() => setEditing(null)} />}
      {!shown.length && editing !== 'new' && <p className="py-2 text-muted">{t('entity.noObservations')}</p>}
      <ul>
        {shown.map((one) =>
          editing === one.id ? (
            <li key={one.id} className="border-t py-2.5 first:border-t-0">
              <ObservationForm entity={entity} observation={one} onClose={() => setEditing(null)} />
            </li>
          ) : (
            <Row key={one.id} observation={one} onEdit={() => setEditing(one.id)} onForget={() => setForgetting(one)} />
          ),
        )}
      </ul>
      {entity.moreObservations > 0 && onMore && (
        <Button size="small" look="quiet" icon="arrow-down" onClick={onMore}>
          {t('entity.showMore', { count: entity.moreObservations, n: format.number(entity.moreObservations) })}
        </Button>
      )}
      <Forget
        entity={entity}
        observation={forgetting ?? undefined}
        open={forgetting !== null}
        onClose={() => setForgetting(null)}
      />
    </section>
  )
}

function Row({
  observation,
  onEdit,
  onForget,
}: {
  observation: Observation
  onEdit: () => void
  onForget: () => void
}) {
  const t = useTexts('memory')
  const shared = useTexts('shared')
  const remove = useRemove()
  const copy = async () => {
    const copied = await copyText(observation.content)
    notify(shared(copied ? 'copied' : 'failed'), copied ? 'done' : 'failed')
  }
  return (
    <li
      className={cn(
        'flex items-start gap-2 border-t py-2.5 [contain-intrinsic-size:auto_64px]',
        '[content-visibility:auto] first:border-t-0',
      )}
    >
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="break-words whitespace-pre-wrap">{observation.content}</p>
        <Said said={observation.provenance} at={observation.createdAt} />
      </div>
      <Menu trigger={<IconButton icon="dots-three" size="small" label={t('observation.acts')} />}>
        <MenuItem icon="pencil-simple" onSelect={onEdit}>
          {t('observation.edit')}
        </MenuItem>
        <MenuItem icon="copy" onSelect={() => void copy()}>
          {t('observation.copy')}
        </MenuItem>
        <MenuLine />
        <MenuItem icon="trash" danger onSelect={() => remove.observation(observation.id)}>
          {t('observation.delete')}
        </MenuItem>
        <MenuItem icon="eraser" danger onSelect={onForget}>
          {t('observation.forget')}
        </MenuItem>
      </Menu>
    </li>
  )
}
