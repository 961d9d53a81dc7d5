import i18next from 'i18next'
import { expect, it } from 'vitest'

import english from '@/client/locales/en.json'
import spanish from '@/client/locales/es.json'

import { descriptionBy } from './agent-words'
import { textsHere, type Say } from './text'

import 'texts:builtin-agents'

it('says in the chosen language what an agent is for that ships, and what people wrote as they wrote it', async () => {
  await textsHere('es')
  const say = (language: string) => i18next.getFixedT(language, 'builtin-agents') as unknown as Say<'builtin-agents'>
  for (const [said, meant] of Object.entries(spanish['builtin-agents'])) {
    expect(said in english['builtin-agents']).toBe(true)
    expect(descriptionBy(say('es'), said)).toBe(meant)
    expect(descriptionBy(say('en'), said)).toBe(said)
  }
  expect(descriptionBy(say('es'), 'My own words: plants, e.g. roses.')).toBe('My own words: plants, e.g. roses.')
})
