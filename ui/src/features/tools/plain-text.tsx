import { memo } from 'react'

import { codeName, stretchesOf } from '@/lib/visible'

/** A stranger's words: as text, with every character that nobody would see written out. */
export const PlainText = memo(function PlainText({ text }: { text: string }) {
  return stretchesOf(text).map((stretch, index) =>
    'text' in stretch ? (
      <bdi key={index}>{stretch.text}</bdi>
    ) : (
      <code key={index} className="mx-0.5 rounded-sm bg-danger-soft px-1 font-mono text-xs text-danger">
        {codeName(stretch.hidden)}
      </code>
    ),
  )
})
