import { expect, it } from 'vitest'

import { reasonOf } from './reasons'

it('what the server wrote is told by sentences of ours', () => {
  expect(reasonOf('tags, priority of Peter the Great changed; “Plan; my week” is for Ski; 2 agents were imported')).toEqual({ what: 'said', text: 'tags, priority of Peter the Great changed; “Plan; my week” is for Ski; 2 agents were imported' })
  expect(reasonOf('tags, priority of Peter changed; “Plan my week” is for Ski; Ana was added')).toEqual({
    what: 'told',
    sentences: [
      { key: 'changed', values: { fields: 'tags, priority', agent: 'Peter' } },
      { key: 'isFor', values: { message: 'Plan my week', agent: 'Ski' } },
      { key: 'added', values: { agent: 'Ana' } },
    ],
  })
})
it('going back tells why the release was made that decides again', () => {
  expect(reasonOf('Back to 3: Notes was reset')).toEqual({ what: 'back', number: 3, reason: { what: 'told', sentences: [{ key: 'reset', values: { agent: 'Notes' } }] } })
})
it('what a person wrote stays as it is', () => {
  expect(reasonOf('Weather is for the ski agent.')).toEqual({ what: 'said', text: 'Weather is for the ski agent.' })
})
