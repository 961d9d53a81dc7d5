import { describe, expect, it } from 'vitest'

import { apart, LARGEST_FILE, readFile, withAttachments } from './attachments'

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

describe('choosing a file', () => {
  const file = (content: BlobPart, name = 'a.txt') => new File([content], name)
  it('takes text in any script', async () => {
    expect(await readFile(file('Añadir 数学 🙂'))).toEqual({ name: 'a.txt', text: 'Añadir 数学 🙂' })
  })
  it('refuses pictures and other files that are no text', async () => {
    expect(await readFile(file(new Uint8Array([137, 80, 78, 71, 0, 1])))).toBe('notText')
    expect(await readFile(file(new Uint8Array([0xff, 0xfe, 0x41])))).toBe('notText')
  })
  it('refuses what is too large or empty', async () => {
    expect(await readFile(file('x'.repeat(LARGEST_FILE + 1)))).toBe('tooLarge')
    expect(await readFile(file(''))).toBe('empty')
  })
  it('keeps a name from ending its block', async () => {
    expect(await readFile(file('x', 'a`\n```.txt'))).toEqual({ name: 'a.txt', text: 'x' })
  })
})
