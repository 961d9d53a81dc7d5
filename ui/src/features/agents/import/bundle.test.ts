import { describe, expect, it } from 'vitest'

import { readAgents, type Found } from './bundle'

const found = (content: unknown): Found[] => {
  const reading = readAgents(JSON.stringify(content))
  if (reading.kind !== 'found') throw new Error(reading.kind)
  return reading.agents
}

describe('a file of agents', () => {
  it('may be an export, a list, or one agent', () => {
    const one = { id: 'a', name: 'A' }
    for (const content of [{ agents: [one] }, [one], one]) {
      expect(found(content).map((each) => each.draft?.id)).toEqual(['a'])
    }
  })

  it('says what it is when it is something else', () => {
    expect(readAgents('{').kind).toBe('notJson')
    expect(readAgents('{"agents": []}').kind).toBe('noAgents')
    expect(readAgents('{"agents": 1}').kind).toBe('noAgents')
    expect(readAgents('3').kind).toBe('noAgents')
    expect(readAgents(JSON.stringify(Array.from({ length: 2001 }, () => ({})))).kind).toBe('tooMany')
  })

  it('may begin with a byte order mark', () => {
    expect(readAgents('\uFEFF[{"id": "a", "name": "A"}]').kind).toBe('found')
  })

  it('names what is wrong with an agent, and reads the others', () => {
    const [broken, fine] = found([
      { id: 'UPPER', temperature: 9 },
      { id: 'b', name: 'B' },
    ])
    expect(broken!.draft).toBeNull()
    expect(broken!.problems.map((one) => one.field).sort()).toEqual(['id', 'name', 'temperature'])
    expect(fine!.draft?.name).toBe('B')
  })

  it('takes no agent that is not an object', () => {
    expect(found([null, 'x', 3]).every((one) => one.draft === null)).toBe(true)
  })

  it('leaves out what an agent does not have, and says so unless the server wrote it', () => {
    const [one] = found([{ id: 'a', name: 'A', origin: 'builtin', createdAt: null, nickname: 'x' }])
    expect(one!.dropped).toEqual(['nickname'])
    expect(one!.draft).not.toHaveProperty('origin')
  })

  it('refuses the second agent of an id', () => {
    expect(
      found([
        { id: 'a', name: 'A' },
        { id: 'a', name: 'B' },
      ]).map((one) => one.problems.length),
    ).toEqual([0, 1])
  })
})
