import { expect, test } from 'vitest'

import { asked, NOTHING } from './audit-filter'

test('nothing is asked for where nothing is wished', () => {
  expect(asked(NOTHING)).toEqual({})
})

test('days begin and end at midnight where the browser is, and the last one counts', () => {
  const query = asked({ ...NOTHING, group: 'access', since: '2026-02-27', until: '2026-02-28' })
  expect(query).toEqual({
    group: 'access',
    since: new Date(2026, 1, 27).toISOString(),
    until: new Date(2026, 2, 1).toISOString(),
  })
})
