import { Icon } from '@/components/icon'
import { intoView } from '@/lib/into-view'
import { useTexts } from '@/lib/text'
import { useWhy } from '@/lib/why'

import type { WrongLine } from './wrong-lines'

/** Lines of a file that cannot be taken, with what is wrong with each. */
export function LineProblems({ problems, alert }: { problems: readonly WrongLine[]; alert?: boolean }) {
  const t = useTexts('routing-lines')
  const say = useWhy()
  if (!problems.length) return null
  return (
    <div
      {...(alert ? { role: 'alert', ref: intoView } : {})}
      className="flex flex-col gap-2 rounded-md bg-warning-soft px-3 py-2.5"
    >
      <p className="flex items-start gap-2 font-medium text-warning">
        <Icon name="warning" size={17} className="mt-0.5" />
        {t('problems', { count: problems.length })}
      </p>
      <ul className="flex max-h-64 flex-col gap-1 overflow-y-auto text-sm">
        {problems.map(({ line, message, why }, index) => (
          <li key={index} className="flex min-w-0 gap-2">
            <span className="numbers shrink-0 text-muted">{t('line', { line })}</span>
            <span className="min-w-0 break-words">{say(why, message)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
