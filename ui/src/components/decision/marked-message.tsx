import { useMemo } from 'react'

import { cn } from '@/lib/cn'

import { kindColor, type Kind } from './kinds'
import { useDecisionTexts } from './texts'
import { markedMessage } from './words'

const LONG = 400

/** Lines under a word, one for each kind that matched it, drawn from the bottom up. */
function underlines(kinds: readonly Kind[]): React.CSSProperties {
  return {
    backgroundImage: kinds.map((kind) => `linear-gradient(${kindColor(kind)}, ${kindColor(kind)})`).join(', '),
    backgroundPosition: kinds.map((_, index) => `0 calc(100% - ${index * 3}px)`).join(', '),
    backgroundSize: '100% 2px',
    backgroundRepeat: 'no-repeat',
    paddingBottom: kinds.length * 3,
  }
}

interface MarkedMessageProps {
  message: string
  evidence: readonly { kind: string; matched: string }[]
}

/** The message with the words underlined that spoke for an agent, in the colour of their kind. */
export function MarkedMessage({ message, evidence }: MarkedMessageProps) {
  const t = useDecisionTexts()
  const stretches = useMemo(() => markedMessage(message, evidence), [message, evidence])
  const long = message.length > LONG
  return (
    <p
      // What scrolls must be reachable by keyboard.
      {...(long ? { tabIndex: 0, role: 'region', 'aria-label': t('message') } : {})}
      className={cn('rounded-md bg-sunken px-3 py-2.5 text-md leading-8 break-words whitespace-pre-wrap', long && 'max-h-44 overflow-y-auto')}
    >
      {stretches.map((stretch, index) =>
        stretch.kinds.length ? (
          <mark key={index} title={stretch.kinds.map((kind) => t(`kind.${kind}`)).join(', ')} className="bg-transparent text-ink" style={underlines(stretch.kinds)}>
            {stretch.text}
          </mark>
        ) : (
          <span key={index}>{stretch.text}</span>
        ),
      )}
    </p>
  )
}
