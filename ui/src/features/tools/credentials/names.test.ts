import { expect, it } from 'vitest'

import { isKept, isName, keptFor } from './names'

it('only what Bailiwick keeps for a server is set apart, not what a person calls alike', () => {
  const kept = 'mcp.01a201a8-0f1b-7a95-b7e0-d56a0790b4a4'
  expect([isKept(kept), keptFor(kept)]).toEqual([true, '01a201a8-0f1b-7a95-b7e0-d56a0790b4a4'])
  expect([isKept('mcp.gmail'), keptFor('mcp.gmail')]).toEqual([false, undefined])
})

it('a name is what the server takes for one', () => {
  expect(['brave', '2fa', 'a.b_c-d'].every(isName)).toBe(true)
  expect(['', 'Brave', '.a', 'a b', 'a'.repeat(65)].some(isName)).toBe(false)
})
