import { expect, it } from 'vitest'

import { firstSentence, grouped, hintsOf, search, serverOf, unwrapped, type Tool } from './groups'

const tool = (name: string, fields: Partial<Tool> = {}): Tool =>
  ({
    name,
    description: '',
    parameters: {},
    agents: [],
    origin: 'builtin',
    readOnly: false,
    destructive: false,
    openWorld: false,
    approval: false,
    ...fields,
  }) as Tool

it('tools stand by origin: what ships first, then helpers and plug-ins, servers last and by name', () => {
  const found = grouped([
    tool('z', { origin: 'mcp:zeta' }),
    tool('a', { origin: 'mcp:alpha' }),
    tool('p', { origin: 'plugin' }),
    tool('h', { origin: 'helper-agent' }),
    tool('one'),
    tool('o', { origin: 'something' }),
    tool('two'),
  ])
  expect(found.map(({ origin, tools }) => [origin, tools.length])).toEqual([
    ['builtin', 2],
    ['helper-agent', 1],
    ['plugin', 1],
    ['something', 1],
    ['mcp:alpha', 1],
    ['mcp:zeta', 1],
  ])
})

it('a tool says what it does to the world', () => {
  expect(hintsOf(tool('a', { readOnly: true }))).toEqual(['reads'])
  expect(hintsOf(tool('a', { destructive: true, openWorld: true, approval: true }))).toEqual([
    'destroys',
    'outside',
    'asks',
  ])
  expect(hintsOf(tool('a'))).toEqual(['changes'])
  expect(hintsOf(tool('a', { origin: 'helper-agent' }))).toEqual([])
})

it('an origin names its server, or none', () => {
  expect([serverOf('mcp:gmail'), serverOf('builtin'), serverOf('mcp:')]).toEqual(['gmail', undefined, ''])
})

it('a search finds every word anywhere, without accents', () => {
  const names = (text: string) => search(['Crear página', 'leer archivo'], text, (name) => name)
  expect(names('PAGINA crear')).toEqual(['Crear página'])
  expect(names('  ')).toHaveLength(2)
  expect(names('crear archivo')).toEqual([])
})

it('a description is shortened to its first sentence or line', () => {
  expect(firstSentence('Reads 1.5 pages. Then stops.')).toBe('Reads 1.5 pages.')
  expect(firstSentence('\nOne line\n\nMore.')).toBe('One line')
  expect(firstSentence('A long\nsentence. More.')).toBe('A long sentence.')
})

it('line breaks that only keep a source narrow are taken out, those of paragraphs and lists stay', () => {
  expect(unwrapped('cannot\nbe reached.\n\nReturns:\n- a\n- b\nNew')).toBe(
    'cannot be reached.\n\nReturns:\n- a\n- b\nNew',
  )
})
