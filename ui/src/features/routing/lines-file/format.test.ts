import { expect, it } from 'vitest'

import { formatOf } from './format'

it.each([
  ['cases.jsonl', 'text,agent', 'jsonl'],
  ['CASES.CSV', '{"text": "x"}', 'csv'],
  ['', '\n {"text": "x"}', 'jsonl'],
  ['notes.txt', 'text,agent\nx,y', 'csv'],
] as const)('%j that begins with %j is %s', (name, content, format) => {
  expect(formatOf(name, content)).toBe(format)
})
