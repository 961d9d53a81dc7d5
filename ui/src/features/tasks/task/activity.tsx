import { useState } from 'react'

import { Avatar } from '@/components/avatar'
import { Button, IconButton } from '@/components/button'
import { TextArea } from '@/components/field'
import { Icon } from '@/components/icon'
import type { InterfaceIcon } from '@/components/icon-names'
import { Markdown } from '@/components/markdown'
import { Ago } from '@/components/time'
import { undoable } from '@/components/toasts'
import { useAgentsById } from '@/lib/agents'
import { draftOf, keepDraft } from '@/lib/drafts'
import { useTexts } from '@/lib/text'
import { useWhy } from '@/lib/why'

import type { WholeTask } from '../data'
import { STATUSES, type TaskComment } from '../types'
import { useComments } from '../use-acts'

const LONGEST = 20_000
const PERSON = 'person'

const MARKS: Record<TaskComment['kind'], [InterfaceIcon, string]> = {
  comment: ['chat-text', 'text-faint'],
  returned: ['arrow-bend-up-left', 'text-warning'],
  accepted: ['check-circle', 'text-success'],
  result: ['tray', 'text-info'],
  change: ['pencil-simple', 'text-faint'],
}

/** What was said and decided about a task, oldest first, and where one writes. */
export function Activity({ task }: { task: WholeTask }) {
  const t = useTexts('tasks-task')
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const { remove } = useComments(task.id)
  const lines = task.said.filter((one) => !hidden.has(one.id))
  const take = (comment: TaskComment) => {
    setHidden((now) => new Set([...now, comment.id]))
    undoable(
      t('removedComment'),
      () => remove.mutate(comment.id),
      () => setHidden((now) => new Set([...now].filter((id) => id !== comment.id))),
    )
  }
  return (
    <section aria-label={t('activity')} className="flex flex-col gap-3">
      <h2 className="flex min-h-8 items-center text-base font-semibold">{t('activity')}</h2>
      {!lines.length && <p className="text-base text-muted">{t('activityNone')}</p>}
      <ol className="flex flex-col gap-3">
        {lines.map((comment) => (
          <Line key={comment.id} comment={comment} onRemove={take} />
        ))}
      </ol>
      <Writing taskId={task.id} />
    </section>
  )
}

function Line({ comment, onRemove }: { comment: TaskComment; onRemove: (comment: TaskComment) => void }) {
  const t = useTexts('tasks-task')
  const agent = useAgentsById().get(comment.author)
  const person = comment.author === PERSON
  const content = useContent(comment)
  const [icon, ink] = MARKS[comment.kind]
  return (
    <li className="group flex min-w-0 gap-2.5">
      {person ? (
        <span aria-hidden className="grid size-7 shrink-0 place-items-center rounded-full bg-sunken text-muted">
          <Icon name="user" size={16} />
        </span>
      ) : (
        <Avatar agent={agent} size={28} />
      )}
      <div className="min-w-0 flex-1">
        <p className="flex min-h-7 flex-wrap items-center gap-x-1.5 text-sm text-muted">
          <span className="font-medium text-ink">{person ? t('you') : (agent?.name ?? comment.author)}</span>
          <Icon name={icon} size={14} className={ink} />
          {t(`kind.${comment.kind}`)}
          <span aria-hidden>·</span>
          <Ago at={comment.createdAt} />
          {comment.kind === 'comment' && person && (
            <IconButton
              icon="trash"
              size="small"
              danger
              label={t('removeComment')}
              onClick={() => onRemove(comment)}
              className="ml-auto opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 max-sm:opacity-100"
            />
          )}
        </p>
        {content && <Markdown text={content} className={comment.kind === 'change' ? 'text-muted' : ''} />}
      </div>
    </li>
  )
}

/** What a line says; of a changed status in the words of the board. */
function useContent(comment: TaskComment): string {
  const why = useWhy()
  const work = useTexts('tasks')
  const told = comment.why
  if (told?.code !== 'status-changed') return why(told, comment.content)
  const word = (value: unknown): string => {
    const status = STATUSES.find((one) => one === value)
    return status ? work(`status.${status}`) : String(value)
  }
  return why(
    { ...told, values: { before: word(told.values?.before), after: word(told.values?.after) } },
    comment.content,
  )
}

function Writing({ taskId }: { taskId: string }) {
  const t = useTexts('tasks-task')
  const { write } = useComments(taskId)
  const draft = `task:${taskId}`
  const [text, setText] = useState(() => draftOf(draft))
  const set = (next: string) => {
    setText(next)
    keepDraft(draft, next)
  }
  const send = () => {
    if (text.trim() && !write.isPending) write.mutate(text.trim(), { onSuccess: () => set('') })
  }
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <TextArea
        aria-label={t('comment')}
        rows={2}
        readOnly={write.isPending}
        value={text}
        maxLength={LONGEST}
        placeholder={t('commentPrompt')}
        onChange={(event) => set(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          send()
        }}
      />
      <Button
        size="small"
        type="submit"
        icon="paper-plane-right"
        className="self-end"
        disabled={!text.trim()}
        busy={write.isPending}
      >
        {t('send')}
      </Button>
    </form>
  )
}
