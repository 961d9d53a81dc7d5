import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it } from 'vitest'

import { TooltipProvider } from '../tooltip'
import { Markdown } from './index'
import { loadPlugins } from './plugins'
import { LONGEST, safeHref } from './safety'

const html = (text: string, streaming = false) =>
  renderToStaticMarkup(
    <TooltipProvider>
      <Markdown text={text} streaming={streaming} />
    </TooltipProvider>,
  )

beforeAll(loadPlugins)

describe('links', () => {
  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    ' javascript:alert(1)',
    'vbscript:x',
    'data:text/html,<script>alert(1)</script>',
    'data:image/svg+xml;base64,AAAA',
    'file:///etc/passwd',
    'blob:x',
    '/api/logout',
    '//evil.example',
    '#top',
    'tel:1',
    '',
  ])('lead nowhere from %j', (address) => {
    expect(safeHref(address)).toBeUndefined()
    expect(html(`[text](<${address}>)`)).not.toContain('<a')
  })
  it('to the web and to mail open elsewhere and tell nothing about this page', () => {
    const made = html('[a](https://example.org/x) <mailto:a@example.org> https://example.com')
    expect(made.match(/<a /g)).toHaveLength(3)
    expect(made.match(/target="_blank"/g)).toHaveLength(3)
    expect(made.match(/rel="noopener noreferrer nofollow"/g)).toHaveLength(3)
  })
  it('of a definition are held to the same rules', () => {
    expect(html('[x][1]\n\n[1]: javascript:alert(1)')).not.toContain('href')
  })
})

describe('what could run or load', () => {
  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<iframe src="https://evil.example"></iframe>',
    '<svg onload=alert(1)>',
    '<style>body{display:none}</style>',
    '<a href="javascript:alert(1)">x</a>',
    '<form action="https://evil.example"><input name=q></form>',
    'a <b onclick="x()">b</b>',
    '<base href="https://evil.example">',
    '<meta http-equiv=refresh content="0;url=//evil.example">',
  ])('is shown as text: %s', (text) => {
    expect(html(text)).not.toMatch(/<(script|img|iframe|svg onload|style|form|base|meta|b )|<a /i)
    expect(html(text)).toContain('&lt;')
  })
  it('may lead to a document or file of this installation, and nowhere else in it', () => {
    const id = '73c7ae43-dc5e-5d29-afb8-c792d1279fb5'
    expect(html(`[a](/memory/workspaces/${id}?path=out%2Fa.txt)`)).toContain(
      `href="/memory/workspaces/${id}?path=out%2Fa.txt"`,
    )
    expect(html(`[a](/api/documents/${id}/file)`)).toContain('download=""')
    for (const path of [
      '/settings',
      '/api/keys',
      `/api/documents/${id}`,
      `//evil.example/api/documents/${id}/file`,
      `/memory/workspaces/${id}?path=a&then=b`,
      `/memory/documents/${id}/../../settings`,
    ])
      expect(html(`[a](${path})`)).not.toContain('href')
  })
  it('may break lines in tables, as models like to', () => {
    expect(html('| a |\n|---|\n| b<br>c |')).toMatch(/b<br\/>\s*c/)
  })
  it('never is a picture: its address is a link that a person may follow', () => {
    const made = html('![a chart](https://evil.example/beacon.png) ![](https://evil.example/2.png)')
    expect(made).not.toMatch(/<img|<image|background|url\(/)
    expect(made).toContain('href="https://evil.example/beacon.png"')
    expect(made).toContain('a chart')
  })
  it('never is a picture from data', () => {
    expect(html('![x](data:image/png;base64,AAAA)')).not.toMatch(/data:|<img/)
  })
  it('is not in formulas either', () => {
    const made = html(
      '$\\href{javascript:alert(1)}{x}$ $\\includegraphics{https://evil.example/x.png}$ $\\htmlData{a=b}{x}$ $\\url{https://evil.example}$',
    )
    expect(made).not.toMatch(/href=|src=|data-a=/)
  })
  it('does not survive in the language of code', () => {
    expect(html('```"onclick=alert(1)\nx\n```')).not.toMatch(/<[^>]*onclick=alert/)
  })
})

describe('how text is laid out', () => {
  it('begins headings below those of the page', () => {
    expect(html('# a\n\n## b\n\n#### c')).toBe('<div class="prose"><h3>a</h3><h4>b</h4><h6>c</h6></div>')
  })
  it('shows code with its language, its colours and a button that copies it', () => {
    const made = html('```python\ndef f(): return 1\n```')
    expect(made).toContain('python')
    expect(made).toContain('<span class="hljs-keyword">def</span>')
    expect(made).toContain('<button')
  })
  it('does not colour code that is still being written', () => {
    expect(html('```python\ndef f(): ret', true)).not.toContain('hljs-keyword')
  })
  it('sets formulas, and leaves prices alone', () => {
    expect(html('$x^2$')).toContain('class="katex"')
    expect(html('It costs $5 or $6.')).toBe('<div class="prose"><p>It costs $5 or $6.</p></div>')
  })
  it('shows a formula that is none as it was written', () => {
    expect(html('$\\frac{1}{$')).toContain('frac')
  })
  it('frames tables, so that they scroll by themselves', () => {
    expect(html('| a | b |\n|---|---|\n| 1 | 2 |')).toMatch(/<div class="table-frame"[^>]*><table>/)
  })
  it('makes tasks out of boxes, not fields without a name', () => {
    const made = html('- [x] one\n- [ ] two')
    expect(made).not.toContain('<input')
    expect(made).toMatch(/aria-label="(done|hecho)"/)
  })
})

describe('a text that wants to break the page', () => {
  const marks = [
    '>',
    '> ',
    '[',
    '![',
    '- ',
    '* ',
    '*',
    '_',
    '~',
    '`',
    '``` ',
    '|',
    '$',
    '\\',
    '#',
    '(',
    '<',
    '&',
    '**a ',
    '*a **b ',
    '[a](',
    '<b>',
    '\n',
    '\n- ',
    'a\n> ',
    '1. ',
    '+ ',
    '  1) ',
    '> - ',
    '[^1]',
    '| a ',
    '[a]: b\n',
    '\u202E',
    'a@b.c ',
    'http://',
  ]
  it.each(marks)(
    'does not hold the page up: %j a great many times',
    (mark) => {
      const begun = process.cpuUsage()
      expect(html(mark.repeat(Math.ceil(20_000 / mark.length)) + 'x').length).toBeGreaterThan(10)
      expect(process.cpuUsage(begun).user / 1000).toBeLessThan(5000)
    },
    20_000,
  )
  it('is shown as it is when it is longer than any answer', () => {
    expect(html('**a** '.repeat(LONGEST))).toMatch(/^<div class="prose prose-plain">\*\*a\*\*/)
  })
  it('may nest as deep as people nest', () => {
    expect(html('> > > - - x')).toContain('<li>x</li>')
  })
})
