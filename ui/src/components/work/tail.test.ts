import { expect, it } from 'vitest'

import { tailOf, tailOfArguments } from './tail'

it('shows the end of a text that grows, in one line', () => {
  expect(tailOf('Short.\n Still short.')).toBe('Short. Still short.')
  expect(tailOf('The reader wants a poem about autumn and rain')).toBe('…a poem about autumn and rain')
})

it('shows what is written as the arguments of a call without quotes and escapes', () => {
  expect(tailOfArguments('{"title":"Autumn plan","content":"# Plan\\n\\nFirst we lo')).toBe('# Plan First we lo')
  expect(tailOfArguments('{"title":"Autumn \\"plan\\"","draft":tr')).toBe('draft')
  expect(tailOfArguments('{"path":"C:\\\\new')).toBe('C:\\new')
  expect(tailOfArguments('{"said":"ends in the middle of a\\')).toBe('ends in the middle of a')
  expect(tailOfArguments('{')).toBe('')
})
