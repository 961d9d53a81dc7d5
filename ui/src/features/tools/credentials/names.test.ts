import { expect, it } from 'vitest'

import { isElsewhere, isKept, isName } from './names'

it('what is kept for a server or opens a store is set apart by its kind', () => {
  expect(['mcp-server', 'lamps', 'brave'].map((kind) => isKept({ kind }))).toEqual([true, false, false])
  expect(['mcp-server', 'lamps', 'brave'].map((kind) => isElsewhere({ kind }, [{ plugin: 'lamps' }]))).toEqual([
    false,
    true,
    false,
  ])
})

it('a name is what the server takes for one', () => {
  expect(['brave', '2fa', 'a.b_c-d'].every(isName)).toBe(true)
  expect(['', 'Brave', '.a', 'a b', 'a'.repeat(65)].some(isName)).toBe(false)
})
