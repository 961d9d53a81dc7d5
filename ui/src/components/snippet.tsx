import { useMemo } from 'react'

import { cn } from '@/lib/cn'

interface SnippetProps {
  text: string
  /** Where it is what was sought, counted in code points: the first of each place, and the one after its last. */
  marks: readonly (readonly number[])[]
  className?: string
}

/** A piece of a text in one line, with what was sought marked. */
export function Snippet({ text, marks, className }: SnippetProps) {
  const pieces = useMemo(() => piecesOf(text, marks), [text, marks])
  return (
    <span className={cn('min-w-0', className)}>
      {pieces.map((piece, index) => (piece.marked ? <mark key={index} className="rounded-sm bg-warning-soft text-ink">{piece.text}</mark> : piece.text))}
    </span>
  )
}

/** Cuts a text at marks. */
export function piecesOf(text: string, marks: readonly (readonly number[])[]): { text: string; marked: boolean }[] {
  const points = [...text]
  const edges = [0, ...marks.flat(), points.length]
  return edges.slice(0, -1)
    .map((from, index) => ({ text: points.slice(from, edges[index + 1]).join(''), marked: index % 2 === 1 }))
    .filter((piece) => piece.text)
}
