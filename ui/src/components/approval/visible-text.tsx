import { memo } from 'react'

import { useTexts } from '@/lib/text'
import { codeName, kindOfHidden, stretchesOf } from '@/lib/visible'

/** A text of which nothing can hide: what cannot be seen is shown by its code. */
export const VisibleText = memo(function VisibleText({ text }: { text: string }) {
  return stretchesOf(text).map((stretch, index) =>
    'text' in stretch ? <bdi key={index}>{stretch.text}</bdi> : <Hidden key={index} code={stretch.hidden} />,
  )
})

function Hidden({ code }: { code: number }) {
  const t = useTexts('approval')
  return (
    <span
      title={t(`hiddenKind.${kindOfHidden(code)}`)}
      className="mx-px rounded-sm bg-warning-soft px-1 font-mono text-xs whitespace-nowrap text-warning"
    >
      {codeName(code)}
    </span>
  )
}
