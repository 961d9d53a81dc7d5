import { MouseSensor, TouchSensor, useSensor, useSensors, type DragStartEvent } from '@dnd-kit/core'
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react'

import { notify } from '@/components/toasts'
import { holdFocus } from '@/lib/hold-focus'
import { useTexts } from '@/lib/text'

import { refusal } from '../moves'
import type { Status, Task } from '../types'
import { useMove } from '../use-acts'
import type { CardActs } from './card'
import { hovered, isArrow, isColumn, isHome, lifted, neighbour, rankOf, stepped, type Columns, type Lift } from './lift'

const MOVED_PX = 6
const HELD_MS = 220
const SHAKE_PX = 8

/** What was picked up, and everything that picks up, moves and puts down: pointer, finger, keys, menus. */
export function useLift(columns: Columns) {
  const t = useTexts('tasks')
  const { mutate: move } = useMove()
  const [lift, setLift] = useState<Lift | null>(null)
  const [said, say] = useState('')
  const pointer = useRef({ x: 0, y: 0 })
  const now = useRef({ columns, lift })
  useLayoutEffect(() => {
    now.current = { columns, lift }
  })

  const why = useCallback(
    (task: Task, status: Status): string | null => {
      const reason = refusal(task, status)
      return reason && t(`move.not.${reason}`, { from: t(`from.${task.status}`), to: t(`status.${status}`) })
    },
    [t],
  )
  const tell = useCallback(
    (key: 'lifted' | 'over' | 'dropped', one: Lift) => {
      const refused = why(one.task, one.place.status)
      const column = t(`status.${one.place.status}`)
      say(
        refused
          ? t('drag.refused', { column, why: refused })
          : t(`drag.${key}`, { number: one.task.number, column, ...rankOf(now.current.columns, one) }),
      )
    },
    [t, why],
  )
  const set = useCallback((next: Lift | null) => {
    now.current.lift = next
    setLift(next)
  }, [])

  const drop = useCallback(() => {
    const one = now.current.lift
    set(null)
    if (!one || isHome(now.current.columns, one)) {
      if (one) say(t('drag.cancelled', { number: one.task.number }))
      return
    }
    const refused = why(one.task, one.place.status)
    if (refused) return notify(refused, 'note')
    tell('dropped', one)
    move({ task: one.task, place: one.place })
    if (one.by === 'keys') focusCard(one.task.id)
  }, [move, set, t, tell, why])
  const cancel = useCallback(() => {
    const one = now.current.lift
    set(null)
    if (one) say(t('drag.cancelled', { number: one.task.number }))
  }, [set, t])

  const acts: CardActs = useMemo(
    () => ({
      onKey: (event: KeyboardEvent, task: Task) => {
        const { lift: held, columns: all } = now.current
        if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
        if (held?.by === 'keys') {
          if (event.key === 'Escape') cancel()
          else if (event.key === ' ' || event.key === 'Enter') drop()
          else if (isArrow(event.key)) {
            const next = stepped(all, held, event.key)
            set(next)
            tell('over', next)
          } else return
          event.preventDefault()
          event.stopPropagation()
        } else if (event.key === ' ') {
          event.preventDefault()
          if (task.running) return notify(t('move.not.running'), 'note')
          const next = lifted(all, task, 'keys')
          set(next)
          tell('lifted', next)
        } else if (isArrow(event.key)) {
          const beside = neighbour(all, task, event.key)
          if (!beside) return
          event.preventDefault()
          focusCard(beside.id)
        }
      },
      onMove: (task, status) => {
        move({ task, place: { status, after: null } })
        say(
          t('drag.dropped', {
            number: task.number,
            column: t(`status.${status}`),
            place: 1,
            of: isColumn(status) ? now.current.columns[status].length + 1 : 1,
          }),
        )
      },
      onStep: (task, by) => {
        const one = lifted(now.current.columns, task, 'keys')
        const next = stepped(now.current.columns, one, by === 1 ? 'ArrowDown' : 'ArrowUp')
        if (isHome(now.current.columns, next)) return
        tell('dropped', next)
        move({ task, place: next.place })
      },
    }),
    [cancel, drop, move, set, t, tell],
  )

  // Where the pointer is, whatever lies between it and the columns.
  const follow = useEffectEvent(() => {
    const { lift: held, columns: all } = now.current
    if (held?.by !== 'pointer') return
    const under = document.elementsFromPoint(pointer.current.x, pointer.current.y)
    const column = under.map((element) => element.closest<HTMLElement>('[data-column]')).find(Boolean)
    const status = column?.dataset.column
    if (!column || !isColumn(status)) return
    const card = under
      .map((element) => element.closest<HTMLElement>('[data-task]'))
      .find((one) => one && column.contains(one))
    const box = card?.getBoundingClientRect()
    set(
      hovered(
        all,
        held,
        status,
        card?.dataset.task ?? null,
        box ? pointer.current.y > box.top + box.height / 2 : false,
      ),
    )
  })
  const dragging = lift?.by === 'pointer'
  useEffect(() => {
    if (!dragging) return undefined
    const onMouse = (event: MouseEvent) => {
      pointer.current = { x: event.clientX, y: event.clientY }
      follow()
    }
    const onTouch = (event: TouchEvent) => {
      const [touch] = event.touches
      if (!touch) return
      pointer.current = { x: touch.clientX, y: touch.clientY }
      follow()
    }
    addEventListener('mousemove', onMouse)
    addEventListener('touchmove', onTouch, { passive: true })
    return () => {
      removeEventListener('mousemove', onMouse)
      removeEventListener('touchmove', onTouch)
    }
  }, [dragging])

  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: MOVED_PX } }),
    useSensor(TouchSensor, { activationConstraint: { delay: HELD_MS, tolerance: SHAKE_PX } }),
  )
  const context = {
    sensors,
    onDragStart: ({ active }: DragStartEvent) =>
      set(lifted(now.current.columns, active.data.current!.task as Task, 'pointer')),
    onDragEnd: drop,
    onDragCancel: cancel,
  }
  const refusedAt = (status: Status) => (lift ? why(lift.task, status) : null)
  return { lift, said, acts, context, refusedAt }
}

/** Gives a card the focus, also where it is drawn anew in another column. */
export function focusCard(id: string): void {
  holdFocus(`[data-task="${CSS.escape(id)}"] a`)
}
