import { expect, test } from 'vitest'

import { reasonOf } from './reason'

test('reasons of the server that we have words for are known, with the limit that was reached', () => {
  expect(reasonOf('The swarm has sent 1,000 mails, which is its limit. Raise it and resume the swarm.')).toEqual({ key: 'mails', limit: 'mails', amount: 1000 })
  expect(reasonOf('The swarm has worked for 7200 seconds, which is its limit.')).toMatchObject({ limit: 'seconds', amount: 7200 })
  expect(reasonOf("What is left of the swarm's 10 tokens is too little for another model call.")).toMatchObject({ limit: 'tokens', amount: 10 })
  expect(reasonOf('A person paused it.')).toEqual({ key: 'paused', limit: null, amount: 0 })
  expect(reasonOf('Its worker was shut down.').key).toBeNull()
})
