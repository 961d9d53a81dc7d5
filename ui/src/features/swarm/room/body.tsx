import { memo, useState } from 'react'

import { Button } from '@/components/button'
import { Markdown } from '@/components/markdown'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

const LONG = 1600
const LONG_LINES = 24

/** The words of a mail; a long one is folded. What a person writes stays as they wrote it. */
export const Body = memo(function Body({ text, own }: { text: string; own: boolean }) {
  const t = useTexts('swarm-rooms')
  const [whole, setWhole] = useState(false)
  const long = text.length > LONG || text.split('\n').length > LONG_LINES
  const folded = long && !whole
  return (
    <>
      <div
        className={cn(
          'min-w-0 break-words',
          folded && 'max-h-72 overflow-hidden [mask-image:linear-gradient(black_70%,transparent)]',
        )}
        inert={folded}
      >
        {own ? <p className="text-md whitespace-pre-wrap">{text}</p> : <Markdown text={text} />}
      </div>
      {long && (
        <Button size="small" look="quiet" aria-expanded={whole} onClick={() => setWhole(!whole)} className="-ml-2.5">
          {t(whole ? 'mail.showLess' : 'mail.showAll')}
        </Button>
      )}
    </>
  )
})
