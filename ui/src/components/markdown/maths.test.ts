import { describe, expect, it } from 'vitest'

import { writeMaths } from './maths'

describe('formulas', () => {
  it.each([
    ['$e^{i\\pi} + 1 = 0$', '$e^{i\\pi} + 1 = 0$'],
    ['so \\(x^2\\) is', 'so $x^2$ is'],
    ['\\[ x^2 \\]', '\n$$\nx^2\n$$\n'],
    ['$$x^2$$', '\n$$\nx^2\n$$\n'],
    ['a $$x$$ b', 'a $$x$$ b'],
  ])('%s is one', (text, written) => expect(writeMaths(text)).toBe(written))

  it.each([
    ['It costs $5 and $10.', 'It costs \\$5 and \\$10.'],
    ['US$ 5', 'US\\$ 5'],
    ['$5', '\\$5'],
    ['begun $x^2', 'begun \\$x^2'],
    ['begun $$x^2', 'begun \\$\\$x^2'],
    ['$a\n\nb$', '\\$a\n\nb\\$'],
    ['already \\$5 and \\$6', 'already \\$5 and \\$6'],
  ])('%s is none', (text, written) => expect(writeMaths(text)).toBe(written))

  it.each(['`$x$`', '``a ` $x$``', '```sh\necho $HOME $PATH\n```', '```sh\necho $HOME'])(
    'code is left alone: %s',
    (text) => expect(writeMaths(text)).toBe(text),
  )

  it('takes time in proportion to the text', () => {
    for (const one of ['$', '\\[', '\\(', '`', '$$', '$a ', '`` ` ']) {
      const begun = process.cpuUsage()
      writeMaths(one.repeat(100_000 / one.length))
      expect(process.cpuUsage(begun).user / 1000).toBeLessThan(5000)
    }
  }, 40_000)
})
