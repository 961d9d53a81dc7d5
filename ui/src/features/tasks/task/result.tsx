import { CopyButton } from '@/components/copy-button'
import { Icon } from '@/components/icon'
import { Markdown } from '@/components/markdown'
import { useTexts } from '@/lib/text'

import type { Task } from '../types'

/** What the latest run handed in. */
export function Result({ task }: { task: Task }) {
  const t = useTexts('tasks-task')
  if (task.result === null) return null
  return (
    <section aria-label={t('result')} className="flex flex-col gap-2">
      <div className="flex min-h-8 items-center gap-1">
        <h2 className="flex-1 text-base font-semibold">{t('result')}</h2>
        <CopyButton text={task.result} />
      </div>
      <ResultText task={task} />
    </section>
  )
}

/** The result itself, its summary first, with a warning where strangers may have written in it. */
export function ResultText({ task }: { task: Task }) {
  const t = useTexts('tasks-task')
  return (
    <div className="flex flex-col gap-3">
      {task.tainted && (
        <p className="flex items-start gap-2 text-base text-warning">
          <Icon name="shield-warning" size={17} className="mt-0.5" />
          <span className="min-w-0">{t('tainted')}</span>
        </p>
      )}
      {task.summary && (
        <div className="rounded-md bg-sunken px-3 py-2">
          <h3 className="text-xs font-medium text-muted">{t('summary')}</h3>
          <p className="text-base break-words">{task.summary}</p>
        </div>
      )}
      <Markdown text={task.result ?? ''} />
    </div>
  )
}
