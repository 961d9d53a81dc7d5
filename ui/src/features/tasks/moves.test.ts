import { describe, expect, it } from 'vitest'

import { movesOf, refusal, runRefusal } from './moves'
import { STATUSES, type Status } from './types'

const task = (status: Status, changes: { running?: boolean; blocked?: boolean } = {}) => ({
  status,
  running: false,
  blocked: false,
  ...changes,
})

describe('what a task may become', () => {
  it('is told by its status', () => {
    expect(movesOf(task('todo'))).toEqual(['doing', 'review', 'done', 'paused', 'cancelled'])
    expect(movesOf(task('done'))).toEqual(['todo'])
    expect(movesOf(task('paused'))).toEqual(['todo', 'cancelled'])
    expect(refusal(task('cancelled'), 'review')).toBe('order')
  })

  it('is nothing while it runs', () => {
    for (const status of STATUSES) expect(movesOf(task(status, { running: true }))).toEqual([])
    expect(refusal(task('doing', { running: true }), 'todo')).toBe('running')
  })

  it('is no work while something it waits for is open', () => {
    expect(movesOf(task('todo', { blocked: true }))).toEqual(['paused', 'cancelled'])
    expect(refusal(task('todo', { blocked: true }), 'doing')).toBe('blocked')
  })

  it('may always be what it is', () => {
    for (const status of STATUSES) expect(refusal(task(status, { running: true, blocked: true }), status)).toBeNull()
  })
})

describe('a run', () => {
  it('begins only where nothing is in its way', () => {
    expect(runRefusal(task('todo'))).toBeNull()
    expect(runRefusal(task('review'))).toBeNull()
    expect(runRefusal(task('done'))).toBe('order')
    expect(runRefusal(task('todo', { blocked: true }))).toBe('blocked')
    expect(runRefusal(task('doing', { running: true }))).toBe('running')
  })
})
