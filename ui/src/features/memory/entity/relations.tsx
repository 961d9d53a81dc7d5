import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import { Button, IconButton } from '@/components/button'
import { Icon } from '@/components/icon'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { Relate } from '../editing/relate'
import { useRemoving } from '../removing'
import type { Entity, Relation } from '../types'
import { useRemove } from '../use-remove'

interface RelationsProps {
  entity: Entity
  onMore: (() => void) | undefined
  /** Writes down an entity that a relation names and that is not there. */
  onCreate: (name: string) => void
}

/** What an entity is connected with, in both directions. */
export function Relations({ entity, onMore, onCreate }: RelationsProps) {
  const t = useTexts('memory')
  const format = useFormat()
  const hidden = useRemoving((state) => state.ids)
  const [adding, setAdding] = useState(false)
  const shown = entity.relations.filter(({ id }) => !hidden.has(id))
  const outgoing = shown.filter((one) => one.from === entity.name)
  const incoming = shown.filter((one) => one.from !== entity.name)
  return (
    <section aria-label={t('entity.relations')} className="pt-6">
      <div className="flex min-h-9 flex-wrap items-center gap-x-2 gap-y-1 pb-1">
        <h3 className="flex-[1_0_auto] text-base font-semibold">
          {t('entity.relations')} <span className="numbers font-normal text-muted">{format.number(shown.length)}</span>
        </h3>
        <Button size="small" icon="plus" onClick={() => setAdding(true)}>
          {t('relation.add')}
        </Button>
      </div>
      {!shown.length && <p className="py-2 text-muted">{t('entity.noRelations')}</p>}
      <Group
        title={t('entity.outgoing', { name: entity.name })}
        relations={outgoing}
        own={entity.name}
        onCreate={onCreate}
      />
      <Group
        title={t('entity.incoming', { name: entity.name })}
        relations={incoming}
        own={entity.name}
        onCreate={onCreate}
      />
      {onMore && (
        <Button size="small" look="quiet" icon="arrow-down" onClick={onMore}>
          {t('entity.showAll')}
        </Button>
      )}
      <Relate entity={entity} open={adding} onClose={() => setAdding(false)} />
    </section>
  )
}

interface GroupProps {
  title: string
  relations: readonly Relation[]
  own: string
  onCreate: (name: string) => void
}

function Group({ title, relations, own, onCreate }: GroupProps) {
  const t = useTexts('memory')
  const remove = useRemove()
  if (!relations.length) return null
  return (
    <>
      <h4 className="truncate pt-2 pb-0.5 text-sm text-muted">{title}</h4>
      <ul>
        {relations.map((relation) => {
          const out = relation.from === own
          const [name, id] = out ? [relation.to, relation.toId] : [relation.from, relation.fromId]
          const type = <span className="text-muted">{relation.relationType}</span>
          const other = id ? (
            <Link
              from="/memory"
              to="/memory"
              search={(now) => ({ ...now, entity: id, tab: undefined })}
              className="rounded-sm font-medium text-accent underline-offset-4 hover:underline"
            >
              {name}
            </Link>
          ) : (
            <span className="inline-flex max-w-full flex-wrap items-center gap-x-2">
              <span className="font-medium break-words">{name}</span>
              <span className="text-sm text-muted">{t('entity.missing')}</span>
              <button
                type="button"
                onClick={() => onCreate(name)}
                className="rounded-sm text-sm text-accent underline-offset-4 hover:underline"
              >
                {t('entity.createIt')}
              </button>
            </span>
          )
          return (
            <li
              key={relation.id}
              className={cn(
                'flex min-h-10 items-center gap-2 border-t py-1',
                '[contain-intrinsic-size:auto_40px] [content-visibility:auto] first:border-t-0',
              )}
            >
              <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-0.5 break-words">
                {out ? (
                  <>
                    {type}
                    <Icon name="arrow-right" size={14} className="text-faint" />
                    <span className="min-w-0">{other}</span>
                  </>
                ) : (
                  <>
                    <span className="min-w-0">{other}</span>
                    <Icon name="arrow-right" size={14} className="text-faint" />
                    {type}
                  </>
                )}
              </span>
              <IconButton
                icon="trash"
                size="small"
                danger
                onClick={() => remove.relation(relation.id)}
                label={t('relation.delete', { from: relation.from, type: relation.relationType, to: relation.to })}
              />
            </li>
          )
        })}
      </ul>
    </>
  )
}
