import { useTexts } from '@/lib/text'

import type { GoldenResult } from '../types'
import { useNames } from './use-names'

/** Golden cases with who should get each, and who would, or did. */
export function GoldenLines({ results, fixed }: { results: readonly GoldenResult[]; fixed?: boolean }) {
  const t = useTexts('routing-releases')
  const name = useNames()
  return (
    <ul className="flex min-w-0 flex-col gap-1.5">
      {results.map((one, index) => (
        <li key={one.id ?? index} className="min-w-0">
          <p className="break-words">{one.text}</p>
          <p className="text-sm text-muted">
            {fixed
              ? t('report.fixedLine', { expected: name(one.expected), before: name(one.before) })
              : t('report.goldenLine', { expected: name(one.expected), after: name(one.after) })}
          </p>
        </li>
      ))}
    </ul>
  )
}
