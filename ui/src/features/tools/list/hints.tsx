import { Chip, type Tone } from '@/components/chip'
import type { InterfaceIcon } from '@/components/icon-names'
import { useTexts } from '@/lib/text'

import { hintsOf, type Hint } from '../groups'

const LOOKS: Record<Hint, [Tone, InterfaceIcon]> = {
  reads: ['neutral', 'eye'],
  changes: ['info', 'pencil-simple'],
  destroys: ['danger', 'warning'],
  outside: ['warning', 'globe'],
  asks: ['success', 'shield-check'],
}

/** What a tool does to the world, in a few words. */
export function Hints({ tool, className }: { tool: Parameters<typeof hintsOf>[0]; className?: string }) {
  const t = useTexts('tools')
  return (
    <span className={`flex flex-wrap items-center gap-1 ${className ?? ''}`}>
      {hintsOf(tool).map((hint) => (
        <span key={hint} title={t(`hintsAbout.${hint}`)} className="inline-flex">
          <Chip tone={LOOKS[hint][0]} icon={LOOKS[hint][1]}>
            {t(`hints.${hint}`)}
          </Chip>
        </span>
      ))}
    </span>
  )
}
