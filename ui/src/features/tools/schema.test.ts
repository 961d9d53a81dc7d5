import { describe, expect, it } from 'vitest'

import { argumentsOf, type Argument, type Schema } from './schema'

const object = (properties: Schema, more: Schema = {}): Schema => ({ type: 'object', properties, ...more })
const only = (schema: Schema, more: Schema = {}): Partial<Argument> => argumentsOf(object({ x: schema }, more))![0]!

describe('the arguments of a schema', () => {
  it('are named with what must be given first', () => {
    const found = argumentsOf(object({ a: { type: 'string' }, b: { type: 'string' } }, { required: ['b'] }))!
    expect(found.map(({ name, required }) => [name, required])).toEqual([
      ['b', true],
      ['a', false],
    ])
  })

  it('have the kind that a form can ask for', () => {
    const kinds = Object.fromEntries(
      argumentsOf(
        object({
          text: { type: 'string' },
          count: { type: 'integer' },
          share: { type: 'number' },
          sure: { type: 'boolean' },
          unit: { enum: ['c', 'f'] },
          fixed: { const: 1 },
          lines: { type: 'array' },
          map: { type: 'object' },
          any: {},
          either: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
        }),
      )!.map(({ name, kind, shape }) => [name, kind === 'json' ? shape : kind]),
    )
    expect(kinds).toEqual({
      text: 'text',
      count: 'integer',
      share: 'number',
      sure: 'boolean',
      unit: 'choice',
      fixed: 'choice',
      lines: 'array',
      map: 'object',
      any: 'any',
      either: 'any',
    })
  })

  it('may be nothing, however the schema says that', () => {
    expect(
      only({ anyOf: [{ type: 'string', maxLength: 9 }, { type: 'null' }], default: null, description: 'Zone' }),
    ).toMatchObject({
      kind: 'text',
      nullable: true,
      maxLength: 9,
      default: null,
      description: 'Zone',
    })
    expect(only({ type: ['integer', 'null'] })).toMatchObject({ kind: 'integer', nullable: true })
    expect(only({ type: 'string' })).toMatchObject({ nullable: false })
  })

  it('are looked up where the schema refers to another place of itself', () => {
    const definitions = { $defs: { 'a/b': { enum: ['x', 'y'] } } }
    expect(only({ $ref: '#/$defs/a~1b' }, definitions)).toMatchObject({ kind: 'choice', choices: ['x', 'y'] })
    expect(only({ allOf: [{ $ref: '#/$defs/a~1b' }], default: 'x' }, definitions)).toMatchObject({
      kind: 'choice',
      default: 'x',
    })
  })

  it('are JSON where a schema leads nowhere, in circles, or to what every object has', () => {
    expect(only({ $ref: '#/$defs/round' }, { $defs: { round: { $ref: '#/$defs/round' } } }).kind).toBe('json')
    expect(only({ $ref: '#/$defs/none' }).kind).toBe('json')
    expect(only({ $ref: 'https://example.org/schema' }).kind).toBe('json')
    expect(only({ $ref: '#/constructor' }).kind).toBe('json')
  })

  it('cannot be asked for one by one where the schema names none, or far too many', () => {
    expect(argumentsOf({ type: 'object', additionalProperties: true })).toBeUndefined()
    expect(argumentsOf(object({}, { additionalProperties: true }))).toBeUndefined()
    expect(
      argumentsOf(object(Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`a${n}`, {}])))),
    ).toBeUndefined()
    expect(argumentsOf(object({}, { additionalProperties: false }))).toEqual([])
    expect(argumentsOf(object({}))).toEqual([])
  })
})
