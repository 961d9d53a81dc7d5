import { expect, it } from 'vitest'

import spanish from '@/client/agents.es.json'

import { descriptionIn } from './agent-words'

it('says what an agent that ships is for in the chosen language, until somebody writes it anew', () => {
  const shipped = { id: 'notes', description: spanish.notes.en }
  expect(descriptionIn('en', shipped)).toBe(spanish.notes.en)
  expect(descriptionIn('es', shipped)).toBe(spanish.notes.es)
  expect(descriptionIn('es', { id: 'notes', description: 'My own words.' })).toBe('My own words.')
  expect(descriptionIn('es', { id: 'gardener', description: 'Plants.' })).toBe('Plants.')
})
