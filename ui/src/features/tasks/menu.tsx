import { IconButton } from '@/components/button'
import { Menu, MenuItem, MenuLine } from '@/components/menu'
import { PutIntoProject } from '@/components/projects'
import { notify } from '@/components/toasts'
import { root } from '@/client/api'
import { copyText } from '@/lib/clipboard'
import { useTexts } from '@/lib/text'

import { STATUS_LOOK } from './marks'
import { refusal } from './moves'
import { STATUSES, type Status, type Task } from './types'
import { useFailed, useRemove } from './use-acts'

interface TaskMenuProps {
  task: Task
  onMove: (status: Status) => void
  /** Moves it within its column; nothing where it stands in none. */
  onStep?: ((by: 1 | -1) => void) | undefined
  onRemoved?: () => void
}

/** What can be done to a task without opening it: every move that drag and drop can make, and its end. */
export function TaskMenu({ task, onMove, onStep, onRemoved }: TaskMenuProps) {
  const t = useTexts('tasks')
  const remove = useRemove()
  const failed = useFailed()
  const copy = async () => {
    if (await copyText(`${location.origin}${root}/tasks/${task.id}`)) notify(t('linkCopied'))
    else failed(null)
  }
  return (
    <Menu
      trigger={
        <IconButton
          icon="dots-three"
          size="small"
          label={t('card.menu', { number: task.number })}
          className="relative z-1 -mr-1"
        />
      }
    >
      {STATUSES.filter((status) => status !== task.status).map((status) => {
        const why = refusal(task, status)
        return (
          <MenuItem key={status} icon={STATUS_LOOK[status][0]} disabled={why !== null} onSelect={() => onMove(status)}>
            {t('move.to', { column: t(`status.${status}`) })}
          </MenuItem>
        )
      })}
      {onStep && (
        <>
          <MenuLine />
          <MenuItem icon="arrow-up" onSelect={() => onStep(-1)}>
            {t('move.higher')}
          </MenuItem>
          <MenuItem icon="arrow-down" onSelect={() => onStep(1)}>
            {t('move.lower')}
          </MenuItem>
        </>
      )}
      <MenuLine />
      <PutIntoProject kind="task" id={task.id} title={task.title} />
      <MenuItem icon="link" onSelect={() => void copy()}>
        {t('copyLink')}
      </MenuItem>
      <MenuItem
        icon="trash"
        danger
        onSelect={() => {
          if (task.running) return notify(t('deleteRunning'), 'note')
          remove(task)
          onRemoved?.()
        }}
      >
        {t('delete')}
      </MenuItem>
    </Menu>
  )
}
