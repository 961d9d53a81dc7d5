import { expect, test } from 'vitest'

import { looksOf, patternsOf } from './new-resident'

test('a new resident looks like nobody else as long as looks are left', () => {
  const first = looksOf('Ana', [])
  const second = looksOf('Ben', [first])
  expect(second.color).not.toBe(first.color)
  expect(second.icon).not.toBe(first.icon)
  const all = Array.from({ length: 10 }).reduce<{ color: string; icon: string }[]>(
    (had) => [...had, looksOf('x', had)],
    [],
  )
  expect(looksOf('Cem', all)).toEqual(looksOf('Cem', all))
})

test('patterns are read from lines and commas, each once', () => {
  expect(patternsOf(' web_*\nbash, bash\n')).toEqual(['web_*', 'bash'])
})
