import { describe, expect, it } from 'vitest'

import { lastLine } from './upload'

const HALF = '{"state":"importing","share":0.5,"imported":{"entities":2,"observations":0,"relations":0,"skipped":0}}'

describe('what an import has told so far', () => {
  it('is its last whole line', () => {
    expect(lastLine(`${HALF}\n`)).toMatchObject({ state: 'importing', share: 0.5 })
    expect(lastLine(`${HALF}\n{"state":"failed","problem":{"status":422}}\n`)).toEqual({
      state: 'failed',
      problem: { status: 422 },
    })
    expect(lastLine(`${HALF}\n{"state":"impor`)).toMatchObject({ share: 0.5 })
  })

  it('is nothing before the first line is whole', () => {
    expect([lastLine(''), lastLine(HALF)]).toEqual([undefined, undefined])
  })
})
