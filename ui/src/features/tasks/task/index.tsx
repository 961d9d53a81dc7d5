import { Button } from '@/components/button'
import { Drawer } from '@/components/dialog'
import { Failure, Skeleton } from '@/components/states'
import { useTexts } from '@/lib/text'

import { useTask } from '../data'
import { StatusMark } from '../marks'
import { TaskMenu } from '../menu'
import { useEdited, useStatus } from '../use-acts'
import { Activity } from './activity'
import { Dependencies } from './dependencies'
import { Description } from './description'
import { Fields } from './fields'
import { Live } from './live'
import { Origin } from './origin'
import { Result } from './result'
import { Review } from './review'
import { Runs } from './runs'
import { Title } from './title'
import { WorkBar } from './work-bar'

/** One task in full, over the page: what it is, who does it, what comes of it, what is said about it. */
export function TaskDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTexts('tasks-task')
  const page = useTexts('tasks')
  const become = useStatus()
  const task = useTask(id)
  const known = useEdited(task.data)
  return (
    <Drawer
      open
      wide
      onClose={onClose}
      title={known ? page('number', { number: known.number }) : t('fields')}
      actions={
        known && (
          <>
            <StatusMark status={known.status} className="text-sm text-muted" />
            <TaskMenu task={known} onMove={(status) => become(known, status)} onRemoved={onClose} />
          </>
        )
      }
    >
      {task.isPending ? (
        <div className="flex flex-col gap-4">
          <Skeleton className="h-9" />
          <Skeleton className="h-40" />
          <Skeleton className="h-60" />
        </div>
      ) : !known ? (
        <Failure
          error={task.error}
          onRetry={() => void task.refetch()}
          action={<Button onClick={onClose}>{t('close')}</Button>}
        />
      ) : (
        <div className="flex flex-col gap-6 pb-6">
          <div className="flex flex-col gap-3">
            <Title key={known.id} task={known} />
            <WorkBar task={known} />
          </div>
          {known.running && known.executionId && <Live task={known} executionId={known.executionId} />}
          {known.status === 'review' && <Review task={known} />}
          {known.status !== 'review' && !known.running && <Result task={known} />}
          <Description task={known} />
          <Fields task={known} />
          <Dependencies task={known} />
          <Activity task={known} />
          <Runs task={known} />
          <Origin task={known} />
        </div>
      )}
    </Drawer>
  )
}
