import { useState, type FormEvent } from 'react'

import { Button } from '@/components/button'
import { Dialog } from '@/components/dialog'
import { Field, TextArea, TextInput } from '@/components/field'
import { useTexts } from '@/lib/text'

import { LONGEST_GOAL, LONGEST_NAME } from './model'
import { Problem } from './problem'
import type { Swarm } from './types'
import { useSwarmEdit } from './use-acts'

/** Where a swarm's name and goal are changed. */
export function EditDialog({ swarm, onClose }: { swarm: Swarm; onClose: () => void }) {
  const t = useTexts('swarm')
  const shared = useTexts('shared')
  const edit = useSwarmEdit(swarm.id)
  const [name, setName] = useState(swarm.name)
  const [goal, setGoal] = useState(swarm.goal)
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() && goal.trim()) edit.mutate({ name: name.trim(), goal: goal.trim() }, { onSuccess: onClose })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('edit.title')}
      actions={
        <>
          <Button onClick={onClose}>{shared('cancel')}</Button>
          <Button
            look="primary"
            type="submit"
            form="swarm-edit"
            busy={edit.isPending}
            disabled={!name.trim() || !goal.trim()}
          >
            {shared('save')}
          </Button>
        </>
      }
    >
      <form id="swarm-edit" onSubmit={save} className="flex flex-col gap-4">
        <Problem error={edit.error} />
        <Field label={t('form.name')}>
          {(control) => (
            <TextInput
              {...control}
              value={name}
              maxLength={LONGEST_NAME}
              autoComplete="off"
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Field label={t('goal')} hint={t('edit.goalHint')}>
          {(control) => (
            <TextArea
              {...control}
              rows={6}
              value={goal}
              maxLength={LONGEST_GOAL}
              onChange={(event) => setGoal(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
