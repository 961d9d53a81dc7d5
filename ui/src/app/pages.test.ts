import { expect, test } from 'vitest'

import { PAGES, pagesWith } from './pages'

test('a page is there where the product has the feature that it shows', () => {
  const every = PAGES.flatMap((page) => ('feature' in page ? [page.feature] : []))
  expect(pagesWith(every)).toEqual(PAGES)
  expect(pagesWith(undefined)).toEqual(PAGES)
  for (const gone of every) {
    const left = pagesWith(every.filter((feature) => feature !== gone))
    expect(left).toHaveLength(PAGES.length - 1)
    expect(left.some((page) => 'feature' in page && page.feature === gone)).toBe(false)
  }
})
