import {
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
  type DragOverEvent,
  type DragStartEvent,
} from '@dnd-kit/core'
import { useState, type KeyboardEvent } from 'react'

import { useFormat } from '@/lib/format'
import { holdFocus } from '@/lib/hold-focus'
import { useTexts } from '@/lib/text'

import type { Task } from '../types'
import { useDue } from '../use-acts'
import { dayOf, movedTo, plusDays, startOf, type Day } from './days'

const MOVED_PX = 6
const HELD_MS = 220
const SHAKE_PX = 8
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

export interface DayLift {
  task: Task
  by: 'pointer' | 'keys'
  day: Day
}

/** A task that is picked up in the calendar and put down on another day: by pointer, finger or keys. */
export function useDayLift(first: Day, last: Day) {
  const t = useTexts('tasks')
  const format = useFormat()
  const due = useDue()
  const [lift, setLift] = useState<DayLift | null>(null)
  const [said, say] = useState('')
  const name = (day: Day) => format.day(startOf(day))
  const drop = (one: DayLift) => {
    setLift(null)
    if (one.day === dayOf(one.task.dueAt!)) return say(t('drag.cancelled', { number: one.task.number }))
    due.mutate({ task: one.task, dueAt: movedTo(one.task.dueAt!, one.day) })
    say(t('drag.droppedDay', { number: one.task.number, day: name(one.day) }))
    if (one.by === 'keys') focusTask(one.task.id)
  }
  const cancel = () => {
    if (lift) say(t('drag.cancelled', { number: lift.task.number }))
    setLift(null)
  }
  const onKey = (event: KeyboardEvent, task: Task) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    if (lift?.by === 'keys') {
      const step = STEPS[event.key]
      if (event.key === 'Escape') cancel()
      else if (event.key === ' ' || event.key === 'Enter') drop(lift)
      else if (step) {
        const day = plusDays(lift.day, step)
        if (day >= first && day <= last) {
          setLift({ ...lift, day })
          say(t('drag.overDay', { day: name(day) }))
        }
      } else return
      event.preventDefault()
      event.stopPropagation()
    } else if (event.key === ' ') {
      event.preventDefault()
      const day = dayOf(task.dueAt!)
      setLift({ task, by: 'keys', day })
      say(t('drag.liftedDay', { number: task.number, day: name(day) }))
    }
  }
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: MOVED_PX } }),
    useSensor(TouchSensor, { activationConstraint: { delay: HELD_MS, tolerance: SHAKE_PX } }),
  )
  const context = {
    sensors,
    onDragStart: ({ active }: DragStartEvent) => {
      const task = active.data.current!.task as Task
      setLift({ task, by: 'pointer', day: dayOf(task.dueAt!) })
    },
    onDragOver: ({ over }: DragOverEvent) =>
      setLift((now) => now && { ...now, day: over ? String(over.id) : dayOf(now.task.dueAt!) }),
    onDragEnd: ({ over }: DragEndEvent) =>
      lift && drop({ ...lift, day: over ? String(over.id) : dayOf(lift.task.dueAt!) }),
    onDragCancel: cancel,
  }
  return { lift, said, onKey, context }
}

/** Gives a task the focus, also where it is drawn anew on another day. */
function focusTask(id: string): void {
  holdFocus(`[data-due="${CSS.escape(id)}"] a`)
}
