import { useMemo } from 'react'

import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

import { sourceColor, type Source } from './kinds'
import { emphasis, usePointing } from './pointing'
import { markedMessage, type Matching } from './words'

const LONG = 400

/** Lines under a word, one for each field that it matched, drawn from the bottom up. */
function underlines(sources: readonly Source[]): React.CSSProperties {
  return {
    backgroundImage: sources
      .map((source) => `linear-gradient(${sourceColor(source)}, ${sourceColor(source)})`)
      .join(', '),
    backgroundPosition: sources.map((_, index) => `0 calc(100% - ${index * 3}px)`).join(', '),
    backgroundSize: '100% 2px',
    backgroundRepeat: 'no-repeat',
    paddingBottom: sources.length * 3,
  }
}

interface MarkedMessageProps {
  message: string
  evidence: readonly Matching[]
}

/** The message with the words underlined that spoke for an agent, in the colour of the field they matched. */
export function MarkedMessage({ message, evidence }: MarkedMessageProps) {
  const t = useTexts('decision')
  const stretches = useMemo(() => markedMessage(message, evidence), [message, evidence])
  const long = message.length > LONG
  const { pointed, point } = usePointing()
  return (
    <p
      // What scrolls must be reachable by keyboard.
      {...(long ? { tabIndex: 0, role: 'region', 'aria-label': t('message') } : {})}
      className={cn(
        'rounded-md bg-sunken px-3 py-2.5 text-md leading-8 break-words whitespace-pre-wrap',
        long && 'max-h-44 overflow-y-auto',
      )}
    >
      {stretches.map((stretch, index) =>
        stretch.sources.length ? (
          <mark
            key={index}
            title={stretch.sources.map((source) => t(`sources.${source}`)).join(', ')}
            onPointerEnter={() => point({ agent: pointed.agent, matched: stretch.matched })}
            onPointerLeave={() => point()}
            className={cn(
              'rounded-t-sm text-ink transition-colors duration-120',
              emphasis(pointed, stretch.matched) === 'strong' ? 'bg-accent-soft' : 'bg-transparent',
            )}
            style={underlines(stretch.sources)}
          >
            {stretch.text}
          </mark>
        ) : (
          <span key={index}>{stretch.text}</span>
        ),
      )}
    </p>
  )
}
