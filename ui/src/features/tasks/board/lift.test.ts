import { describe, expect, it } from 'vitest'

import type { Task } from '../types'
import { hovered, isHome, lifted, neighbour, rankOf, stepped, type Columns } from './lift'

const task = (id: string, status: Task['status']) => ({ id, status }) as Task
const columns: Columns = {
  todo: ['a', 'b', 'c'].map((id) => task(id, 'todo')),
  doing: [task('d', 'doing')],
  review: [],
  done: [task('e', 'done'), task('f', 'done')],
}
const b = columns.todo[1]!

describe('a task that is picked up', () => {
  it('is at home at first, and again when every step is taken back', () => {
    const lift = lifted(columns, b, 'keys')
    expect(isHome(columns, lift)).toBe(true)
    const moved = stepped(columns, stepped(columns, lift, 'ArrowDown'), 'ArrowRight')
    expect(isHome(columns, moved)).toBe(false)
    expect(isHome(columns, stepped(columns, moved, 'ArrowLeft'))).toBe(true)
  })

  it('goes up and down by places, and stops at the ends', () => {
    const up = stepped(columns, lifted(columns, b, 'keys'), 'ArrowUp')
    expect(rankOf(columns, up)).toEqual({ place: 1, of: 3 })
    expect(stepped(columns, up, 'ArrowUp')).toBe(up)
    const down = stepped(columns, stepped(columns, up, 'ArrowDown'), 'ArrowDown')
    expect(rankOf(columns, down)).toEqual({ place: 3, of: 3 })
    expect(stepped(columns, down, 'ArrowDown')).toBe(down)
  })

  it('goes to the top of the column beside it, and not beyond the last', () => {
    const right = stepped(columns, lifted(columns, b, 'keys'), 'ArrowRight')
    expect(right.place).toEqual({ status: 'doing', after: null })
    expect(rankOf(columns, right)).toEqual({ place: 1, of: 2 })
    const left = lifted(columns, b, 'keys')
    expect(stepped(columns, left, 'ArrowLeft')).toBe(left)
  })

  it('is put before or behind the task under the pointer, and at the end of a free stretch', () => {
    const lift = lifted(columns, b, 'pointer')
    expect(hovered(columns, lift, 'done', 'f', false).place).toEqual({ status: 'done', after: 'e' })
    expect(hovered(columns, lift, 'done', 'f', true).place).toEqual({ status: 'done', after: 'f' })
    expect(hovered(columns, lift, 'done', null, false).place).toEqual({ status: 'done', after: 'f' })
    expect(hovered(columns, lift, 'review', null, false).place).toEqual({ status: 'review', after: null })
    expect(hovered(columns, lift, 'todo', null, false).place).toEqual({ status: 'todo', after: 'c' })
  })

  it('draws nothing again while the pointer stays over the same place', () => {
    const lift = hovered(columns, lifted(columns, b, 'pointer'), 'done', 'f', false)
    expect(hovered(columns, lift, 'done', 'e', true)).toBe(lift)
    expect(hovered(columns, lifted(columns, b, 'pointer'), 'todo', 'b', true).place.after).toBe('a')
  })
})

describe('the focus', () => {
  it('goes to the neighbour, over columns in which there is nothing', () => {
    expect(neighbour(columns, b, 'ArrowUp')!.id).toBe('a')
    expect(neighbour(columns, b, 'ArrowRight')!.id).toBe('d')
    expect(neighbour(columns, columns.doing[0]!, 'ArrowRight')!.id).toBe('e')
    expect(neighbour(columns, columns.todo[0]!, 'ArrowUp')).toBeUndefined()
    expect(neighbour(columns, columns.done[1]!, 'ArrowRight')).toBeUndefined()
  })
})
