import { Link } from '@tanstack/react-router'
import { memo, type CSSProperties } from 'react'

import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { Marked, Outside, TypeDisc } from '../badges'
import type { Piece } from '../marks'
import type { EntityBrief } from '../types'

interface EntityRowProps {
  entity: EntityBrief
  current: boolean
  /** The name, with what was sought marked in it. */
  name?: readonly Piece[]
  /** Observations in which the sought words are. */
  matches?: readonly (readonly Piece[])[]
  place: number
  count: number
  style?: CSSProperties
  className?: string
}

/** An entity in the list. */
export const EntityRow = memo(function EntityRow({
  entity,
  current,
  name,
  matches,
  place,
  count,
  style,
  className,
}: EntityRowProps) {
  const t = useTexts('memory')
  const format = useFormat()
  return (
    <li aria-setsize={count} aria-posinset={place + 1} style={style} className={cn('px-1.5', className)}>
      <Link
        from="/memory"
        to="/memory"
        search={(now) => ({ ...now, entity: entity.id, tab: undefined })}
        data-place={place}
        aria-current={current || undefined}
        className={cn(
          'flex gap-3 rounded-md px-2 transition-colors duration-120',
          matches?.length ? 'items-start py-2.5' : 'h-14 items-center',
          current ? 'bg-accent-soft' : 'hover:bg-hover',
        )}
      >
        <TypeDisc type={entity.entityType} size={34} />
        <span className="min-w-0 flex-1">
          <span className="flex min-w-0 items-center gap-1.5">
            <span title={entity.name} className="min-w-0 truncate font-medium">
              {name ? <Marked pieces={name} /> : entity.name}
            </span>
            {entity.tainted && <Outside short />}
          </span>
          <span className="numbers flex min-w-0 gap-1.5 text-sm text-muted">
            <span className="min-w-0 truncate">{entity.entityType || t('noType')}</span>
            <span aria-hidden>·</span>
            <span className="shrink-0">
              {t('observations', { count: entity.observations, n: format.number(entity.observations) })}
            </span>
          </span>
          {matches?.map((pieces, index) => (
            <span key={index} className="mt-1 line-clamp-2 text-sm break-words text-ink">
              <Marked pieces={pieces} />
            </span>
          ))}
        </span>
      </Link>
    </li>
  )
})

/** How many pixels a row without matches takes. */
export const ROW = 56
