import { expect, it } from 'vitest'

import { argumentsOf, type Schema } from './schema'
import { read, readWhole } from './written'

const reading = (properties: Schema, written: Record<string, string>, required: string[] = []) => {
  const { values, problems } = read(argumentsOf({ type: 'object', properties, required })!, written)
  return { values, problems: Object.fromEntries(problems) }
}

it('what is written becomes values of the right kind', () => {
  const properties = {
    text: { type: 'string' },
    count: { type: 'integer' },
    share: { type: 'number' },
    sure: { type: 'boolean' },
    unit: { enum: [1, 'f'] },
    lines: { type: 'array' },
  }
  expect(
    reading(properties, { text: ' a ', count: '3', share: '-0.5', sure: 'false', unit: '0', lines: '["x"]' }),
  ).toEqual({
    values: { text: ' a ', count: 3, share: -0.5, sure: false, unit: 1, lines: ['x'] },
    problems: {},
  })
})

it('what is left empty is left out, unless it must be given', () => {
  const properties = {
    text: { type: 'string', minLength: 1 },
    note: { type: 'string' },
    zone: { type: ['integer', 'null'] },
    other: { type: 'string' },
  }
  expect(reading(properties, { other: '' }, ['text', 'note', 'zone'])).toEqual({
    values: { note: '', zone: null },
    problems: { text: { name: 'required' } },
  })
})

it('what does not fit its argument is told by argument', () => {
  const properties = {
    whole: { type: 'integer' },
    number: { type: 'number' },
    little: { type: 'integer', minimum: 5 },
    much: { type: 'number', maximum: 1 },
    short: { type: 'string', minLength: 3 },
    long: { type: 'string', maxLength: 2 },
    list: { type: 'array' },
    map: { type: 'object' },
  }
  const written = {
    whole: '1.5',
    number: 'x',
    little: '4',
    much: '1.1',
    short: 'ab',
    long: 'abc',
    list: '{}',
    map: '[]',
  }
  expect(reading(properties, written)).toEqual({
    values: {},
    problems: {
      whole: { name: 'whole' },
      number: { name: 'number' },
      little: { name: 'atLeast', value: 5 },
      much: { name: 'atMost', value: 1 },
      short: { name: 'longer', value: 3 },
      long: { name: 'shorter', value: 2 },
      list: { name: 'array' },
      map: { name: 'object' },
    },
  })
})

it('JSON that is none is refused with what the parser says', () => {
  expect(reading({ list: { type: 'array' } }, { list: '[1' }).problems.list).toMatchObject({
    name: 'json',
    value: expect.stringMatching(/\w/),
  })
})

it('an argument called like a part of every object is an argument', () => {
  expect(Object.keys(reading({ constructor: { type: 'string' } }, { constructor: 'a' }).values)).toEqual([
    'constructor',
  ])
})

it('all arguments can be written as one object', () => {
  expect(readWhole(' {"a": 1} ')).toEqual({ values: { a: 1 }, problem: undefined })
  expect(readWhole('')).toEqual({ values: {}, problem: undefined })
  expect(readWhole('[1]').problem).toEqual({ name: 'object' })
})
