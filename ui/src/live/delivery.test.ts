import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { ApiError, Unreachable, type Problem } from '@/client/api'

import { Delivery, pauseAfter, type Accepted, type Carry } from './delivery'
import { isHeld, useOutbox, type Outgoing } from './outbox'

const outgoing = (id: string, changes: Partial<Outgoing> = {}): Outgoing => ({
  id,
  userId: 'ana',
  conversationId: 'c',
  begins: false,
  placed: true,
  withAgent: 'main',
  mode: 'direct',
  title: id,
  message: id,
  agentId: null,
  executionId: null,
  replaces: null,
  at: Date.now(),
  tries: 0,
  trying: false,
  problem: '',
  code: '',
  refused: null,
  ...changes,
})
const busy = (seconds: number) => new ApiError(429, undefined, 'Too many', seconds)
const problem = (code: string, detail: string): Problem => ({
  type: '',
  title: '',
  status: 0,
  detail,
  instance: '',
  code,
  limit: null,
  broken: null,
})

/** A server that answers each try with what comes next, and writes down the keys it was called with. */
function server(...answers: (Error | null)[]): { carry: Carry; keys: string[] } {
  const keys: string[] = []
  return {
    keys,
    carry: (one) => {
      keys.push(one.id)
      const failure = answers.shift()
      return failure
        ? Promise.reject(failure)
        : Promise.resolve({ id: `run-${one.id}`, conversationId: one.conversationId ?? 'new' } as Accepted)
    },
  }
}

const sent = () => useOutbox.getState().sent

beforeEach(() => {
  vi.useFakeTimers()
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      kept.set(key, value)
      Object.defineProperty(storage, key, { value, enumerable: true, configurable: true })
    },
    removeItem: (key: string) => {
      kept.delete(key)
      delete (storage as Record<string, unknown>)[key]
    },
  }
  for (const name of ['getItem', 'setItem', 'removeItem']) Object.defineProperty(storage, name, { enumerable: false })
  vi.stubGlobal('localStorage', storage)
  useOutbox.setState({ sent: [] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a message that does not get through', () => {
  it('is tried again by itself, with the same key, until the server has it', async () => {
    const { carry, keys } = server(new Unreachable(), new ApiError(503, undefined, 'Down'), null)
    const delivery = new Delivery(carry)
    expect(await delivery.send(outgoing('a'))).toEqual({ accepted: null })
    expect(sent().map(isHeld)).toEqual([true])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(keys).toEqual(['a', 'a', 'a'])
    expect(sent()[0]!.executionId).toBe('run-a')
    await vi.advanceTimersByTimeAsync(600_000)
    expect(keys).toHaveLength(3)
  })
  it('is tried at once when the connection is back', async () => {
    const lost = server(new Unreachable(), null)
    const one = new Delivery(lost.carry)
    await one.send(outgoing('a'))
    one.hurry()
    expect(lost.keys).toHaveLength(2)
  })
  it('is not tried before the time that the server named', async () => {
    const limited = server(busy(40), null)
    const other = new Delivery(limited.carry)
    await other.send(outgoing('b'))
    other.hurry()
    await vi.advanceTimersByTimeAsync(39_000)
    expect(limited.keys).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2000)
    expect(limited.keys).toEqual(['b', 'b'])
  })
  it('keeps its words and the name of what is in its way, however often it is refused', async () => {
    const full = new ApiError(507, problem('storage-full', 'The disk is full.'), '', 60)
    const { carry, keys } = server(
      full,
      new ApiError(429, problem('too-much-work', 'Wait.'), '', 10),
      new Unreachable(),
      null,
    )
    const delivery = new Delivery(carry)
    expect(await delivery.send(outgoing('a'))).toEqual({ accepted: null })
    expect(sent()[0]).toMatchObject({ message: 'a', code: 'storage-full', problem: 'The disk is full.', refused: null })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent()[0]).toMatchObject({ message: 'a', code: 'too-much-work', problem: 'Wait.' })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(sent()[0]).toMatchObject({ code: '', problem: '' })
    await vi.advanceTimersByTimeAsync(10_000)
    expect([keys, sent()[0]!.executionId]).toEqual([['a', 'a', 'a', 'a'], 'run-a'])
  })
  it('is sent again at once when the person says so, also before the time that the server named', async () => {
    const { carry, keys } = server(new ApiError(507, problem('storage-full', 'The disk is full.'), '', 60), null)
    const delivery = new Delivery(carry)
    await delivery.send(outgoing('a'))
    delivery.again('a')
    await vi.advanceTimersByTimeAsync(0)
    expect([keys, sent()[0]!.executionId]).toEqual([['a', 'a'], 'run-a'])
  })
  it('is there after the page was loaded again, for its own person only', async () => {
    const before = new Delivery(server(new Unreachable()).carry)
    await before.send(outgoing('a'))
    before.stop()
    useOutbox.setState({ sent: [] })
    const another = server()
    new Delivery(another.carry).resume('ben')
    expect(another.keys).toEqual([])
    const again = server()
    new Delivery(again.carry).resume('ana')
    await vi.advanceTimersByTimeAsync(0)
    expect(again.keys).toEqual(['a'])
    useOutbox.setState({ sent: [] })
    const later = server()
    new Delivery(later.carry).resume('ana')
    expect(later.keys).toEqual([])
  })
  it('waits for the person where it is so old that the server may have forgotten its key', async () => {
    const before = new Delivery(server(new Unreachable()).carry)
    await before.send(outgoing('a'))
    before.stop()
    useOutbox.setState({ sent: [] })
    const { carry, keys } = server()
    const delivery = new Delivery(carry)
    delivery.resume('ana', Date.now() + 24 * 3_600_000)
    expect([keys, sent()[0]!.refused]).toEqual([[], ''])
    delivery.again('a')
    expect(keys).toEqual(['a'])
  })
  it('holds up what was written after it in its thread, and nothing elsewhere', async () => {
    const { carry, keys } = server(new Unreachable())
    const delivery = new Delivery(carry)
    await delivery.send(outgoing('a'))
    void delivery.send(outgoing('b'))
    void delivery.send(outgoing('x', { conversationId: 'other' }))
    expect(keys).toEqual(['a', 'x'])
    await vi.advanceTimersByTimeAsync(2000)
    expect(keys).toEqual(['a', 'x', 'a', 'b'])
  })
  it('is not sent when it was discarded', async () => {
    const { carry, keys } = server(new Unreachable())
    const delivery = new Delivery(carry)
    await delivery.send(outgoing('a'))
    delivery.discard('a')
    await vi.advanceTimersByTimeAsync(600_000)
    expect([keys, sent(), Object.keys(localStorage)]).toEqual([['a'], [], []])
  })
})

describe('a message that is refused', () => {
  it('goes back to who wrote it', async () => {
    const refusal = new ApiError(409, undefined, 'Paused')
    await expect(new Delivery(server(refusal).carry).send(outgoing('a'))).rejects.toBe(refusal)
    expect(sent()).toEqual([])
  })
  it('says why and waits for the person where it was sent long ago', async () => {
    const { carry, keys } = server(new Unreachable(), new ApiError(404, undefined, 'Gone'))
    await new Delivery(carry).send(outgoing('a'))
    await vi.advanceTimersByTimeAsync(600_000)
    expect([keys.length, sent()[0]!.refused]).toEqual([2, 'Gone'])
  })
})

describe('the pause before the next try', () => {
  it('grows up to a bound, and is never shorter than the server asks for', () => {
    expect([1, 2, 3, 50].map((tries) => pauseAfter(tries, new Unreachable()).milliseconds)).toEqual([
      1000, 2000, 4000, 30_000,
    ])
    expect(pauseAfter(1, busy(90))).toEqual({ milliseconds: 90_000, told: true })
    expect(pauseAfter(9, busy(1)).milliseconds).toBe(30_000)
  })
})
