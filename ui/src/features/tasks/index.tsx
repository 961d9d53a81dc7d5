import { useNavigate } from '@tanstack/react-router'

import { Button } from '@/components/button'
import { Page } from '@/components/page'
import { Failure } from '@/components/states'
import { useTexts } from '@/lib/text'

import { keepSearch, useAddress } from './address'
import { Board } from './board'
import { Calendar } from './calendar'
import { useTaskStats } from './data'
import { FirstTask } from './first'
import { TaskTable } from './list'
import { NewTask } from './new-task'
import { Stats } from './stats'
import { TaskDrawer } from './task'
import { FilterChips, Toolbar } from './toolbar'

const VIEWS = { board: Board, list: TaskTable, calendar: Calendar }

/** All tasks as a board, a list or a calendar, and the one that is open in front of them. */
export default function TasksPage() {
  const t = useTexts('tasks')
  const navigate = useNavigate()
  const { view, taskId, new: creating, go } = useAddress()
  const stats = useTaskStats()
  const View = VIEWS[view]
  const close = () => void navigate({ to: '/tasks', search: keepSearch })
  return (
    <Page
      module="tasks"
      title={t('title')}
      about={<span className="max-sm:hidden">{t('about')}</span>}
      actions={
        <Button look="primary" icon="plus" onClick={() => go({ new: true })}>
          {t('create')}
        </Button>
      }
    >
      {stats.error && !stats.data ? (
        <Failure error={stats.error} onRetry={() => void stats.refetch()} />
      ) : stats.data?.total === 0 ? (
        <FirstTask onCreate={() => go({ new: true })} />
      ) : (
        <div className="flex flex-col gap-4">
          <Stats stats={stats.data} />
          <Toolbar />
          <FilterChips />
          <View />
        </div>
      )}
      {creating && <NewTask onClose={() => go({ new: undefined, on: undefined }, true)} />}
      {taskId && <TaskDrawer key={taskId} id={taskId} onClose={close} />}
    </Page>
  )
}
