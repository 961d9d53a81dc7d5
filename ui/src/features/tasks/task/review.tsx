import { useId, useState } from 'react'

import { Button } from '@/components/button'
import { Field, TextArea } from '@/components/field'
import { Icon } from '@/components/icon'
import { useTexts } from '@/lib/text'

import type { Task } from '../types'
import { useWork } from '../use-acts'
import { ResultText } from './result'

const LONGEST = 20_000

/** What was handed in, and the person's judgement of it. */
export function Review({ task }: { task: Task }) {
  const t = useTexts('tasks-task')
  const { accept } = useWork(task)
  const [returning, setReturning] = useState(false)
  return (
    <section
      aria-label={t('review')}
      className="flex flex-col gap-4 rounded-lg border border-warning/40 bg-warning-soft/25 p-4"
    >
      <div>
        <h2 className="flex items-center gap-2 text-base font-semibold">
          <Icon name="eye" size={17} className="text-warning" />
          {t('review')}
        </h2>
        <p className="text-base text-muted">{t('reviewBody')}</p>
      </div>
      {task.result !== null && (
        <div className="rounded-md border bg-surface p-4">
          <ResultText task={task} />
        </div>
      )}
      {returning ? (
        <Returning task={task} onCancel={() => setReturning(false)} />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button look="primary" icon="check" busy={accept.isPending} onClick={() => accept.mutate('')}>
            {t('accept')}
          </Button>
          <Button icon="arrow-bend-up-left" disabled={accept.isPending} onClick={() => setReturning(true)}>
            {t('giveBack')}
          </Button>
        </div>
      )}
    </section>
  )
}

function Returning({ task, onCancel }: { task: Task; onCancel: () => void }) {
  const t = useTexts('tasks-task')
  const shared = useTexts('shared')
  const { giveBack } = useWork(task)
  const box = useId()
  const [note, setNote] = useState('')
  const [run, setRun] = useState(true)
  const [missing, setMissing] = useState(false)
  const send = () => {
    if (!note.trim()) return setMissing(true)
    if (giveBack.isPending) return
    giveBack.mutate({ comment: note.trim(), run })
  }
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Field label={t('returnNote')} error={missing && !note.trim() ? t('returnNeeds') : undefined}>
        {(control) => (
          <TextArea
            {...control}
            // What the person has just asked for.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            data-escape
            rows={3}
            value={note}
            maxLength={LONGEST}
            placeholder={t('returnPrompt')}
            onChange={(event) => setNote(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') {
                event.preventDefault()
                onCancel()
              } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
                event.preventDefault()
                send()
              }
            }}
          />
        )}
      </Field>
      <label htmlFor={box} className="flex min-h-6 cursor-pointer items-center gap-2 text-base">
        <input
          id={box}
          type="checkbox"
          checked={run}
          onChange={(event) => setRun(event.target.checked)}
          className="size-4 accent-accent"
        />
        {t('returnRun')}
      </label>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" icon="arrow-bend-up-left" busy={giveBack.isPending}>
          {t('giveBackNow')}
        </Button>
        <Button disabled={giveBack.isPending} onClick={onCancel}>
          {shared('cancel')}
        </Button>
      </div>
    </form>
  )
}
