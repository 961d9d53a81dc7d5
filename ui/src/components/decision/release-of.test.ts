import { expect, it } from 'vitest'

import { releaseOf } from './release-of'

const releases = [
  { number: 4, digest: 'a', publishedAt: '2026-05-04T10:00:00Z' },
  { number: 3, digest: 'b', publishedAt: null },
  { number: 2, digest: 'b', publishedAt: '2026-05-03T10:00:00Z' },
  { number: 1, digest: 'a', publishedAt: '2026-05-01T10:00:00Z' },
]

it('a decision is of the release that was published last by then', () => {
  expect(releaseOf(releases, { release: 'a', createdAt: '2026-05-02T00:00:00Z' })).toBe(1)
  expect(releaseOf(releases, { release: 'a', createdAt: '2026-05-05T00:00:00Z' })).toBe(4)
})
it('a trial that was not stored is of the latest', () => {
  expect(releaseOf(releases, { release: 'a' })).toBe(4)
})
it('a canary is of the candidate where nothing like it was published by then', () => {
  expect(releaseOf(releases, { release: 'b', createdAt: '2026-05-02T00:00:00Z' })).toBe(3)
})
it('rules that are no release have no number', () => {
  expect(releaseOf(releases, { release: 'c', createdAt: '2026-05-05T00:00:00Z' })).toBeNull()
})
