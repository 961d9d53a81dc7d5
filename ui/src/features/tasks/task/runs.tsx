import { Link } from '@tanstack/react-router'

import { Chip, type Tone } from '@/components/chip'
import { Disclosure } from '@/components/disclosure'
import { Icon } from '@/components/icon'
import { Ago } from '@/components/time'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import type { WholeTask } from '../data'
import { Work } from './work'

const TONES: Record<string, Tone> = { completed: 'success', failed: 'danger', waiting: 'warning', running: 'info' }

/** Every run, latest first; each opens to what was done in it. */
export function Runs({ task }: { task: WholeTask }) {
  const t = useTexts('tasks-task')
  const shared = useTexts('shared')
  const format = useFormat()
  return (
    <section aria-label={t('history')} className="flex flex-col gap-1.5">
      <h2 className="flex min-h-8 items-center text-base font-semibold">{t('history')}</h2>
      {!task.history.length && <p className="text-base text-muted">{t('historyNone')}</p>}
      <ul className="flex flex-col">
        {task.history.map((run) => (
          <li key={run.executionId}>
            <Disclosure
              mark={<Icon name="flow-arrow" size={15} />}
              label={
                <span className="flex items-center gap-2">
                  <Chip tone={TONES[run.status] ?? 'neutral'}>{shared(`status.${run.status}`)}</Chip>
                  <Ago at={run.createdAt} />
                </span>
              }
              describe={t('openRun')}
              end={
                run.endedAt &&
                t('took', { duration: format.duration(Date.parse(run.endedAt) - Date.parse(run.createdAt)) })
              }
            >
              {() => (
                <div className="flex flex-col gap-2 py-1">
                  {run.instructions && <p className="text-base break-words text-muted">{run.instructions}</p>}
                  <Work executionId={run.executionId} />
                  <Link
                    to="/debug"
                    search={{ execution: run.executionId }}
                    className="self-start text-sm font-medium text-accent underline-offset-4 hover:underline"
                  >
                    {t('seeEvents')}
                  </Link>
                </div>
              )}
            </Disclosure>
          </li>
        ))}
      </ul>
    </section>
  )
}
