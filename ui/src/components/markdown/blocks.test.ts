import { describe, expect, it } from 'vitest'

import { blocksOf } from './blocks'

const texts = (markdown: string) => blocksOf(markdown).map((block) => block.text.trim())

describe('cutting Markdown into blocks', () => {
  it('cuts between paragraphs, headings and tables', () => {
    expect(texts('One\ntwo\n\n# Three\n\n| a |\n|---|\n| b |\n\nFour')).toEqual([
      'One\ntwo',
      '# Three',
      '| a |\n|---|\n| b |',
      'Four',
    ])
  })
  it('keeps a list together, with the empty lines and code in it', () => {
    const list = '1. one\n\n2. two\n\n   more of two\n\n   ```sh\n   ls\n\n   pwd\n   ```\n\n3. three'
    expect(texts(`${list}\n\nAfter`)).toEqual([list, 'After'])
  })
  it('keeps code together, whatever stands in it', () => {
    const code = '```python\n# not a heading\n\n~~~\n\nx = 1\n```'
    expect(texts(`Before\n\n${code}\n\nAfter`)).toEqual(['Before', code, 'After'])
  })
  it('ends code only at a fence that is long enough', () => {
    expect(texts('````md\n```\n\n```\n````\n\nAfter')).toEqual(['````md\n```\n\n```\n````', 'After'])
  })
  it('keeps a formula of several lines together', () => {
    expect(texts('$$\na\n\nb\n$$\n\nAfter')).toEqual(['$$\na\n\nb\n$$', 'After'])
  })
  it('does not cut a text whose links are defined elsewhere in it', () => {
    expect(texts('See [this][1].\n\nMore.\n\n[1]: https://example.org')).toHaveLength(1)
  })
  it('changes only the last block when text is added', () => {
    const text = 'First paragraph.\n\n- a\n- b\n\n```js\nlet x = 1\n\nlet y\n```\n\nThe end of it.'
    for (let length = 1; length < text.length; length += 1) {
      const before = texts(text.slice(0, length))
      expect(texts(text).slice(0, before.length - 1)).toEqual(before.slice(0, -1))
    }
  })
  it('says which code is still being written', () => {
    expect(blocksOf('Text\n\n```js\nlet x').map((block) => block.open)).toEqual([false, true])
    expect(blocksOf('```js\nlet x\n```').map((block) => block.open)).toEqual([false])
  })
})
