import { describe, expect, it } from 'vitest'

import { snippetOf } from './snippet'

describe('the snippet of a mail', () => {
  it('is its beginning in one line where nothing is sought', () => {
    expect(snippetOf('Hello\n\n  there', '')).toEqual({ before: 'Hello there', match: '', after: '' })
    expect(snippetOf('x'.repeat(500), '').before).toHaveLength(281)
  })
  it('shows what is sought in its own spelling, with what stands around it', () => {
    expect(snippetOf('Please ask Ben\nabout the HEAT pump today', 'heat  pump')).toEqual({
      before: 'Please ask Ben about the ',
      match: 'HEAT pump',
      after: ' today',
    })
  })
  it('leaves out what is far before it', () => {
    const { before, match } = snippetOf(`${'word '.repeat(60)}needle in hay`, 'needle')
    expect(before.startsWith('…')).toBe(true)
    expect(before.length).toBeLessThan(70)
    expect(match).toBe('needle')
  })
  it('is the beginning where the server found it elsewhere', () => {
    expect(snippetOf('straße', 'strasse')).toEqual({ before: 'straße', match: '', after: '' })
  })
})
