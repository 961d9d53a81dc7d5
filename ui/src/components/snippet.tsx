import { useMemo } from 'react'

import { cn } from '@/lib/cn'

interface SnippetProps {
  text: string
  /** Where it is what was sought, counted in code points: the first of each place, and the one after its last. */
  marks: readonly (readonly number[])[]
  /**
   * The most code points to show before the first mark, where there is little room; all of them where it is not given.
   */
  lead?: number
  className?: string
}

/** A piece of a text in one line, with what was sought marked. */
export function Snippet({ text, marks, lead, className }: SnippetProps) {
  const pieces = useMemo(() => piecesOf(text, marks, lead), [text, marks, lead])
  return (
    <span className={cn('min-w-0', className)}>
      {pieces.map((piece, index) =>
        piece.marked ? (
          <mark key={index} className="rounded-sm bg-warning-soft text-ink">
            {piece.text}
          </mark>
        ) : (
          piece.text
        ),
      )}
    </span>
  )
}

/** Cuts a text at marks; before the first one stand at most `lead` code points, whole words behind an ellipsis. */
export function piecesOf(
  text: string,
  marks: readonly (readonly number[])[],
  lead = Infinity,
): { text: string; marked: boolean }[] {
  const points = [...text]
  const edges = [0, ...marks.flat(), points.length]
  const pieces = edges
    .slice(0, -1)
    .map((from, index) => ({ text: points.slice(from, edges[index + 1]).join(''), marked: index % 2 === 1 }))
  const first = [...pieces[0]!.text]
  if (marks.length && first.length > lead)
    pieces[0]!.text = `…${first
      .slice(first.length - lead)
      .join('')
      .replace(/^\S*\s+/, '')}`
  return pieces.filter((piece) => piece.text)
}
