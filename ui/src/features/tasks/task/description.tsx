import { useState } from 'react'

import { Button } from '@/components/button'
import { TextArea } from '@/components/field'
import { Icon } from '@/components/icon'
import { Markdown } from '@/components/markdown'
import { useReason } from '@/components/states'
import { useTexts } from '@/lib/text'

import type { Task } from '../types'
import { useEdit } from '../use-acts'

const LONGEST = 20_000

/** The description as it is read, and the way to change it. */
export function Description({ task }: { task: Task }) {
  const t = useTexts('tasks-task')
  const [began, setBegan] = useState<string | null>(null)
  return (
    <section aria-label={t('description')} className="flex flex-col gap-1.5">
      <div className="flex min-h-8 items-center gap-2">
        <h2 className="flex-1 text-base font-semibold">{t('description')}</h2>
        {began === null && (
          <Button size="small" look="quiet" icon="pencil-simple" onClick={() => setBegan(task.description)}>
            {t('edit')}
          </Button>
        )}
      </div>
      {began !== null ? (
        <Editing task={task} began={began} onDone={() => setBegan(null)} />
      ) : task.description ? (
        <Markdown text={task.description} />
      ) : (
        <p className="text-base text-muted">{t('noDescription')}</p>
      )}
    </section>
  )
}

function Editing({ task, began, onDone }: { task: Task; began: string; onDone: () => void }) {
  const t = useTexts('tasks-task')
  const shared = useTexts('shared')
  const reason = useReason()
  const edit = useEdit(task)
  const [text, setText] = useState(began)
  // What is being saved is not somebody else's change.
  const meanwhile = task.description !== began && !edit.isPending
  const save = () => edit.mutate({ description: text }, { onSuccess: onDone })
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <TextArea
        aria-label={t('description')}
        // What the person has just asked for.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        // What was written is not thrown away by a key.
        data-escape
        rows={8}
        readOnly={edit.isPending}
        value={text}
        maxLength={LONGEST}
        placeholder={t('descriptionPrompt')}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault()
            save()
          }
        }}
      />
      {meanwhile && (
        <p className="flex items-start gap-1.5 text-sm text-warning">
          <Icon name="warning" size={15} className="mt-0.5" />
          {t('changedMeanwhile')}
        </p>
      )}
      {edit.error && (
        <p role="alert" className="text-sm text-danger">
          {reason(edit.error)}
        </p>
      )}
      <div className="flex gap-2">
        <Button size="small" look="primary" type="submit" busy={edit.isPending}>
          {shared('save')}
        </Button>
        <Button size="small" onClick={onDone}>
          {shared('cancel')}
        </Button>
      </div>
    </form>
  )
}
