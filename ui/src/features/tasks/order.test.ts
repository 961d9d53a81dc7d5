import { describe, expect, it } from 'vitest'

import { dropPlace, indexOf, placed, placeOf, staysPut, step } from './order'
import type { Task } from './types'

const task = (id: string, status: Task['status'] = 'todo') => ({ id, status }) as Task
const column = ['a', 'b', 'c'].map((id) => task(id))
const ids = (tasks: readonly Task[]) => tasks.map((one) => one.id)

describe('the place of a task', () => {
  it('is behind the one before it, or first', () => {
    expect(placeOf(column, 'a')).toBeNull()
    expect(placeOf(column, 'c')).toBe('b')
    expect(placeOf(column, 'elsewhere')).toBeNull()
  })

  it('is before or behind the one on which it is dropped, as if it had been taken out', () => {
    expect(dropPlace(column, 'c', 'a', false)).toBeNull()
    expect(dropPlace(column, 'c', 'a', true)).toBe('a')
    expect(dropPlace(column, 'a', 'c', false)).toBe('b')
    expect(dropPlace(column, 'b', 'c', false)).toBe('a')
    expect(dropPlace(column, 'from another column', 'b', false)).toBe('a')
  })

  it('does not change where it is dropped on itself', () => {
    expect(dropPlace(column, 'b', 'b', true)).toBe('a')
  })

  it('moves by steps and stops at both ends', () => {
    expect(step(column, 'b', 'a', -1)).toBeNull()
    expect(step(column, 'b', null, -1)).toBeNull()
    expect(step(column, 'b', 'a', 1)).toBe('c')
    expect(step(column, 'b', 'c', 1)).toBe('c')
    expect(step([], 'b', null, 1)).toBeNull()
  })

  it('is told as a number of those before it', () => {
    expect(indexOf(column, 'b', 'c')).toBe(2)
    expect(indexOf(column, 'x', null)).toBe(0)
  })
})

describe('a column after a move', () => {
  it('has the task behind the other one', () => {
    expect(ids(placed(column, task('a'), 'b'))).toEqual(['b', 'a', 'c'])
    expect(ids(placed(column, task('c'), null))).toEqual(['c', 'a', 'b'])
    expect(ids(placed(column, task('x'), 'c'))).toEqual(['a', 'b', 'c', 'x'])
  })

  it('has it at the end where the other one is not there any more', () => {
    expect(ids(placed(column, task('a'), 'gone'))).toEqual(['b', 'c', 'a'])
  })

  it('is the same where the task is put where it stands', () => {
    expect(staysPut(column, column[1]!, { status: 'todo', after: 'a' })).toBe(true)
    expect(staysPut(column, column[1]!, { status: 'todo', after: 'c' })).toBe(false)
    expect(staysPut(column, column[1]!, { status: 'doing', after: 'a' })).toBe(false)
  })
})
