import { useMemo } from 'react'

import { cn } from '@/lib/cn'

import { pieces, type PieceKind } from './pieces'

const INKS: Record<PieceKind, string> = {
  key: 'text-accent',
  text: 'text-kind-example',
  number: 'text-kind-word',
  word: 'text-kind-keyword',
  other: 'text-muted',
}

/** A value as JSON that can be read: indented, with its parts in different colours. */
export function Json({ text, label, className }: { text: string; label: string; className?: string }) {
  const parts = useMemo(() => pieces(text), [text])
  return (
    // One can scroll in it, so one must be able to reach it.
    <pre
      tabIndex={0}
      aria-label={label}
      className={cn(
        'overflow-auto rounded-md border bg-sunken p-3 font-mono text-xs leading-5 break-words whitespace-pre-wrap',
        className,
      )}
    >
      {parts.map((part, index) => (
        <span key={index} className={INKS[part.kind]}>
          {part.text}
        </span>
      ))}
    </pre>
  )
}
