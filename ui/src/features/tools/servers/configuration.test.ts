import { expect, it } from 'vitest'

import { fromConfiguration, Unreadable } from './configuration'

it('a program is read as READMEs show it', () => {
  const text = '{"mcpServers": {"Google Drive": {"command": "npx", "args": ["-y", "drive"], "env": {"KEY": "secret"}}}}'
  expect(fromConfiguration(text)).toMatchObject({
    name: 'google-drive',
    title: 'Google Drive',
    transport: 'stdio',
    command: 'npx',
    args: '-y\ndrive',
    values: [{ key: 'KEY', value: 'secret', kept: false }],
  })
})

it('an address is read with its headers', () => {
  expect(
    fromConfiguration('{"linear": {"url": "https://x.example/mcp", "headers": {"X-Team": "blue"}}}'),
  ).toMatchObject({
    name: 'linear',
    transport: 'http',
    url: 'https://x.example/mcp',
    values: [{ key: 'X-Team', value: 'blue', kept: false }],
  })
})

it('a server without a name can be named afterwards', () => {
  expect(fromConfiguration('{"command": "/usr/bin/thing"}')).toMatchObject({ name: '', command: '/usr/bin/thing' })
})

it.each([
  ['{', 'notJson'],
  ['[]', 'none'],
  ['{"mcpServers": {}}', 'none'],
  ['{"a": {"command": "x"}, "b": {"command": "y"}}', 'several'],
])('%s is refused with the reason', (text, reason) => {
  expect(() => fromConfiguration(text)).toThrow(new Unreadable(reason as 'none'))
})
