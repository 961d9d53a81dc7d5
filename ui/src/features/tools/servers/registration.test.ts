import { describe, expect, it } from 'vitest'

import { BLANK, bodyOf, fieldOf, refusalsOf, registrationOf, type Registration, type Server } from './registration'

const draft = (fields: Partial<Registration> = {}): Registration => ({
  ...BLANK,
  name: 'mail',
  command: '/usr/bin/node',
  ...fields,
})

describe('what is sent of a registration', () => {
  it('belongs to the way the server is reached', () => {
    const both = draft({
      args: 'a\n\n b ',
      paths: '/opt',
      url: 'https://x.example/mcp',
      network: true,
      values: [{ key: 'K', value: 'v', kept: false }],
    })
    expect(bodyOf(both)).toMatchObject({
      command: '/usr/bin/node',
      args: ['a', 'b'],
      paths: ['/opt'],
      url: null,
      environment: { K: 'v' },
      headers: {},
      network: true,
    })
    expect(bodyOf({ ...both, transport: 'http' })).toMatchObject({
      command: null,
      args: [],
      paths: [],
      url: 'https://x.example/mcp',
      environment: {},
      headers: { K: 'v' },
      network: false,
    })
  })

  it('keeps a stored value by sending nothing for it, and replaces it by what is written', () => {
    const values = [
      { key: 'A', value: '', kept: true },
      { key: 'B', value: 'new', kept: true },
    ]
    expect(bodyOf(draft({ values })).environment).toEqual({ A: null, B: 'new' })
  })

  it('puts each credential where its kind of server takes it', () => {
    const needed = [{ name: 'token', key: 'Authorization', prefix: 'Bearer ', description: '', required: true }]
    expect(bodyOf(draft({ needed })).credentials).toMatchObject([{ place: 'environment', prefix: 'Bearer ' }])
    expect(bodyOf(draft({ needed, transport: 'http' })).credentials).toMatchObject([{ place: 'header' }])
  })
})

it('a server is written as it was registered, its values as kept', () => {
  const server = {
    name: 'mail',
    title: '',
    description: '',
    transport: 'http',
    command: null,
    args: [],
    paths: [],
    url: 'https://x.example/mcp',
    environment: [],
    headers: ['X-Team'],
    tools: ['a', 'b'],
    readOnly: true,
    approval: 'always',
    network: false,
    credentials: [{ name: 'token', key: 'K', place: 'header' }],
    callsPerMinute: 5,
    timeoutSeconds: 2.5,
  } as unknown as Server
  const body = bodyOf(registrationOf(server))
  expect(body).toMatchObject({
    headers: { 'X-Team': null },
    tools: ['a', 'b'],
    readOnly: true,
    approval: 'always',
    callsPerMinute: 5,
    timeoutSeconds: 2.5,
  })
  expect(body.credentials).toEqual([
    { name: 'token', key: 'K', prefix: '', description: '', required: true, place: 'header' },
  ])
})

describe('a registration is refused', () => {
  it('not when it is whole', () => {
    expect(refusalsOf(draft())).toEqual({})
    expect(refusalsOf(draft({ transport: 'http', command: '', url: 'http://127.0.0.1:9/mcp' }))).toEqual({})
  })

  it.each([
    [{ name: 'My Mail' }, { name: 'name' }],
    [{ name: 'a__b' }, { name: 'name' }],
    [{ command: ' ' }, { command: 'command' }],
    [{ transport: 'http', url: 'ftp://x' }, { url: 'url' }],
    [{ values: [{ key: '', value: 'v', kept: false }] }, { values: 'valueRow' }],
    [{ values: [{ key: 'A', value: '', kept: false }] }, { values: 'valueRow' }],
    [
      {
        values: [
          { key: 'A', value: 'x', kept: false },
          { key: 'A', value: 'y', kept: false },
        ],
      },
      { values: 'twice' },
    ],
    [{ needed: [{ name: 'token', key: '', prefix: '', description: '', required: true }] }, { needed: 'neededRow' }],
    [{ callsPerMinute: '0' }, { callsPerMinute: 'calls' }],
    [{ callsPerMinute: '1.5' }, { callsPerMinute: 'calls' }],
    [{ timeoutSeconds: '' }, { timeoutSeconds: 'timeout' }],
  ] as [Partial<Registration>, object][])('for %j', (fields, refusals) => {
    expect(refusalsOf(draft(fields))).toEqual(refusals)
  })
})

it('a refusal by the server is shown at the field of the form', () => {
  expect(['environment', 'headers.X', 'credentials.0.key', 'name', 'elsewhere', undefined].map(fieldOf)).toEqual([
    'values',
    'values',
    'needed',
    'name',
    undefined,
    undefined,
  ])
})
