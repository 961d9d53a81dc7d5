import { Chip } from '@/components/chip'
import { Icon } from '@/components/icon'
import { Tooltip } from '@/components/tooltip'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

import type { Piece } from './marks'
import { typeLook } from './type-look'

/** The disc by which one recognises a type. */
export function TypeDisc({ type, size = 32, className }: { type: string; size?: number; className?: string }) {
  const { icon, hue } = typeLook(type)
  return (
    <span
      aria-hidden
      className={cn('module-ink module-soft grid shrink-0 place-items-center rounded-full', className)}
      style={{ '--hue': hue, width: size, height: size } as React.CSSProperties}
    >
      <Icon name={icon} size={Math.round(size * 0.54)} />
    </span>
  )
}

/** Marks what may have been written by strangers. */
export function Outside({ short }: { short?: boolean }) {
  const t = useTexts('memory')
  if (short) {
    return (
      <span title={t('outsideAbout')} className="grid shrink-0 place-items-center text-warning">
        <Icon name="globe" size={16} label={t('outside')} />
      </span>
    )
  }
  return (
    <Tooltip text={t('outsideAbout')}>
      <button type="button" className="inline-flex cursor-help rounded-full">
        <Chip tone="warning" icon="globe">
          {t('outside')}
        </Chip>
      </button>
    </Tooltip>
  )
}

/** A text with what was sought marked in it. */
export function Marked({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map((piece, index) =>
    piece.marked ? (
      <mark key={index} className="rounded-sm bg-accent-soft px-0.5 text-accent">
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  )
}
