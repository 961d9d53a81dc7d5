import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'

import { TooltipProvider } from '../tooltip'
import { citationsOf, withNumbers, withoutHalf } from './citations'
import { Markdown } from './index'

const [A, B, P, Q] = [
  '0b5e9a7c-1c1f-4a6e-9a54-2f6f3f1c0001',
  '0b5e9a7c-1c1f-4a6e-9a54-2f6f3f1c0002',
  '0b5e9a7c-1c1f-4a6e-9a54-2f6f3f1c0003',
  '0b5e9a7c-1c1f-4a6e-9a54-2f6f3f1c0004',
]
const mark = (document: string, passage: string) => `[[doc:${document}#${passage}]]`
const html = (text: string, streaming = false) =>
  renderToStaticMarkup(
    <TooltipProvider>
      <Markdown text={text} streaming={streaming} />
    </TooltipProvider>,
  )
const chips = (made: string) =>
  [...made.matchAll(/<a href="([^"]*)"[^>]*class="citation"[^>]*>([^<]*)<\/a>/g)].map(
    ([, href, number]) => `${number} ${href}`,
  )

describe('a citation', () => {
  it('is a number that leads to the passage; the same place keeps its number in every paragraph', () => {
    const made = html(`Notice is **three months** ${mark(A, P)}.\n\n- In writing ${mark(B, Q)} ${mark(A, P)}`)
    expect(chips(made)).toEqual([
      `1 /memory/documents/${A}?passage=${P}`,
      `2 /memory/documents/${B}?passage=${Q}`,
      `1 /memory/documents/${A}?passage=${P}`,
    ])
    expect(made).not.toContain('[[')
  })
  it('is taken in upper case too, as the same place', () => {
    expect(citationsOf(mark(A.toUpperCase(), P) + mark(A, P))).toEqual([{ documentId: A, passageId: P }])
  })
  it.each([
    '[[doc:1#2]]',
    `[[doc:${A}]]`,
    `[[doc:${A}#${P}"onclick=alert(1)]]`,
    `[[doc:../../api/logout#${P}]]`,
    `[[doc:javascript:alert(1)#${P}]]`,
    `[doc:${A}#${P}]`,
    `[[doc:${A}#${P}?x=1]]`,
    `[[doc: ${A}#${P}]]`,
  ])('is none, and stays text: %s', (text) => {
    const made = html(text)
    expect(chips(made)).toEqual([])
    expect(made).not.toContain('<a')
    expect(made).toContain('doc:')
  })
  it('in code is code, and cannot be made by HTML', () => {
    expect(
      chips(
        html(
          `\`${mark(A, P)}\`\n\n\`\`\`\n${mark(A, P)}\n\`\`\`\n\n<cite data-document="${A}" data-passage="${P}"></cite>`,
        ),
      ),
    ).toEqual([])
  })
  it('is not made inside a link', () => {
    expect(chips(html(`[see ${mark(A, P)}](https://example.org)`))).toEqual([])
  })
  it('never flashes while it is being written: no half of a marker is seen', () => {
    const whole = `It says so ${mark(A, P)} and more.`
    for (let length = 1; length <= whole.length; length += 1) {
      const seen = html(whole.slice(0, length), true).replaceAll(/<[^>]*>/g, '')
      expect(seen).not.toMatch(/\[|doc|#/)
    }
  })
  it('gives brackets back that turn out to be something else', () => {
    expect(withoutHalf('a [b')).toBe('a [b')
    expect(withoutHalf('a [[do')).toBe('a ')
    expect(withoutHalf('a [[dox')).toBe('a [[dox')
    expect(html('a [', false)).toContain('a [')
  })
  it('is a number in brackets for other programs', () => {
    expect(withNumbers(`x ${mark(A, P)} y ${mark(B, Q)} ${mark(A, P)}`)).toBe('x [1] y [2] [1]')
  })
})
