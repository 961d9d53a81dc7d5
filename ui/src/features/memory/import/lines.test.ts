import { describe, expect, it } from 'vitest'

import { readLine, readLines } from './lines'

const ENTITY = '{"type":"entity","name":"Ana","entityType":"person","observations":["likes tea","from Cádiz"]}'
const RELATION = '{"type":"relation","from":"Ana","to":"Acme","relationType":"works at"}'

describe('a line of a file of memories', () => {
  it('is an entity, a relation, or nothing', () => {
    expect(readLine(ENTITY)).toEqual({
      kind: 'good',
      draft: { kind: 'entity', name: 'Ana', entityType: 'person', observations: 2 },
    })
    expect(readLine(RELATION)).toEqual({ kind: 'good', draft: { kind: 'relation' } })
    expect(readLine('   \r')).toEqual({ kind: 'nothing' })
  })

  it.each([
    ['{"type":"entity"', 'json'],
    ['[1, 2]', 'object'],
    ['"entity"', 'object'],
    ['{"type":"note","name":"x"}', 'type'],
    ['{"type":"entity","name":"Ana","entityType":"person","observations":"tea"}', 'entity'],
    ['{"type":"entity","name":"Ana","observations":[]}', 'entity'],
    ['{"type":"relation","from":"Ana","to":null,"relationType":"knows"}', 'relation'],
  ])('%s is refused for its %s', (line, fault) => {
    expect(readLine(line)).toEqual({ kind: 'bad', fault })
  })
})

describe('a file of memories', () => {
  it('is counted, and its faults have their line numbers', async () => {
    const { reading, good } = await readLines(`\uFEFF${ENTITY}\r\n\n{broken\n${RELATION}\n`)
    expect(reading).toMatchObject({ entities: 1, relations: 1, observations: 2, faultCount: 1 })
    expect(reading.faults).toEqual([{ line: 3, fault: 'json', text: '{broken' }])
    expect(good.split('\n').map((line) => line.trim())).toEqual([ENTITY, RELATION])
  })

  it('with many faults tells the first hundred and counts them all', async () => {
    const { reading } = await readLines('x\n'.repeat(250))
    expect([reading.faults.length, reading.faultCount]).toEqual([100, 250])
  })

  it('is read to its end, with progress on the way', async () => {
    const shares: number[] = []
    const { reading } = await readLines(`${ENTITY}\n`.repeat(9000), (share) => shares.push(share))
    expect(reading.entities).toBe(9000)
    expect(shares.length).toBe(3)
    expect(shares.at(-1)).toBe(1)
    expect(shares[0]).toBeGreaterThan(0.3)
  })

  it('of nothing holds nothing', async () => {
    expect((await readLines('')).reading).toMatchObject({ entities: 0, relations: 0, faultCount: 0 })
  })
})
