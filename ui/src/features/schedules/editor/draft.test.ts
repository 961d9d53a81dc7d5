import { describe, expect, it } from 'vitest'

import { blank, bodyOf, isZone, missingIn, type Draft } from './draft'

const draft = (changes: Partial<Draft> = {}): Draft => ({ ...blank('Europe/Madrid'), name: 'News', ...changes })
const action = (changes: object) => ({ ...blank('UTC').action, ...changes })

describe('a schedule that is written', () => {
  it('needs a name, times, a zone, and what is to be done', () => {
    expect(missingIn(blank('Europe/Madrid'))).toEqual({ name: 'needsName', message: 'needsMessage' })
    expect(
      missingIn(
        draft({ plan: { kind: 'cron', cron: '' }, timezone: 'Madrid', action: action({ type: 'task', message: 'x' }) }),
      ),
    ).toEqual({ when: 'needsWhen', zone: 'unknownZone', title: 'needsTitle' })
    expect(missingIn(draft({ action: action({ message: 'Hello' }) }))).toEqual({})
  })

  it('knows time zones by their names', () => {
    expect(isZone('America/New_York')).toBe(true)
    expect(isZone('Mars/Olympus')).toBe(false)
    expect(isZone('')).toBe(false)
  })

  it('sends only what belongs to what it does', () => {
    const message = bodyOf(draft({ action: action({ message: ' Hello ', title: 'left over', supervised: true }) }))
    expect(message).toMatchObject({
      cron: '0 9 * * *',
      timezone: 'Europe/Madrid',
      action: { type: 'message', message: 'Hello', supervised: false },
    })
    expect(message.action).not.toHaveProperty('title')
    const task = bodyOf(
      draft({
        plan: { kind: 'every', count: 2, unit: 'hours' },
        action: action({ type: 'task', title: 'Water', message: 'left over', agentId: 'ami' }),
      }),
    )
    expect(task).toMatchObject({ everySeconds: 7200, action: { type: 'task', title: 'Water', agentId: 'ami' } })
    expect(task.action).not.toHaveProperty('message')
    expect(task).not.toHaveProperty('cron')
  })
})
