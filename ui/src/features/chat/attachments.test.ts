import { describe, expect, it } from 'vitest'

import { apart, withAttachments } from './attachments'

describe('files in a message', () => {
  it.each([
    [{ name: 'notes.md', text: '# Notes\n\n- one' }],
    [
      { name: 'a b.txt', text: 'x' },
      { name: 'code.md', text: '```js\nlet x\n```\n\n````\n````' },
    ],
    [{ name: 'inner.txt', text: '```file other.txt\nnot mine\n```' }],
  ])('come apart as they were put together', (...attachments) => {
    const content = withAttachments('Read this.\n\nPlease.', attachments)
    expect(apart(content)).toEqual({ words: 'Read this.\n\nPlease.', attachments })
  })
  it('may stand without any words', () => {
    const attachments = [{ name: 'a.txt', text: 'x' }]
    expect(apart(withAttachments('  ', attachments))).toEqual({ words: '', attachments })
  })
  it('are not seen in what a person wrote about code', () => {
    const content = 'Why?\n\n```python\nx = 1\n```'
    expect(apart(content)).toEqual({ words: content, attachments: [] })
  })
  it('are left as they are where the end is missing', () => {
    const content = 'Cut\n\n```file a.txt\nno end'
    expect(apart(content)).toEqual({ words: content, attachments: [] })
  })
})
