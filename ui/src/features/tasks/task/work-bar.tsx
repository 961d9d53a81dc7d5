import { useState } from 'react'

import { Button } from '@/components/button'
import { Field, TextArea } from '@/components/field'
import { Icon } from '@/components/icon'
import { Popover } from '@/components/popover'
import { useTexts } from '@/lib/text'

import { Due } from '../due'
import { runRefusal } from '../moves'
import type { Task } from '../types'
import { useWork } from '../use-acts'

const LONGEST_NOTE = 4000

/** Runs a task, with a note where there is something to heed, and stops it. */
export function WorkBar({ task }: { task: Task }) {
  const t = useTexts('tasks-task')
  const { run, stop } = useWork(task)
  const [open, setOpen] = useState(false)
  const [note, setNote] = useState('')
  const why = runRefusal(task)
  const begin = () => {
    setOpen(false)
    run.mutate(note.trim(), { onSuccess: () => setNote('') })
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      {task.running ? (
        <Button icon="stop" busy={stop.isPending} onClick={() => stop.mutate()}>
          {t(stop.isPending ? 'stopping' : 'stop')}
        </Button>
      ) : (
        <>
          <Button
            look={task.status === 'review' ? 'plain' : 'primary'}
            icon="play"
            busy={run.isPending}
            disabled={why !== null}
            onClick={begin}
          >
            {t(task.runs ? 'runAgain' : 'run')}
          </Button>
          {why === null && (
            <Popover
              open={open}
              onOpenChange={setOpen}
              label={t('runWith')}
              className="w-80"
              trigger={
                <Button look="quiet" icon="note-pencil">
                  {t('runWith')}
                </Button>
              }
            >
              <form
                className="flex flex-col gap-3 p-2"
                onSubmit={(event) => {
                  event.preventDefault()
                  begin()
                }}
              >
                <Field label={t('instructions')}>
                  {(control) => (
                    <TextArea
                      {...control}
                      rows={3}
                      value={note}
                      maxLength={LONGEST_NOTE}
                      placeholder={t('instructionsPrompt')}
                      onChange={(event) => setNote(event.target.value)}
                    />
                  )}
                </Field>
                <Button look="primary" icon="play" type="submit">
                  {t('run')}
                </Button>
              </form>
            </Popover>
          )}
        </>
      )}
      {why && why !== 'running' && (
        <span className="flex items-center gap-1.5 text-sm text-warning">
          <Icon name={why === 'blocked' ? 'lock-simple' : 'info'} size={15} />
          {t(`not.${why}`)}
        </span>
      )}
      <span className="flex-1" />
      <Due task={task} className="text-sm" />
    </div>
  )
}
