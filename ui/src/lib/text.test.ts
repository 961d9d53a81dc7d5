import i18next from 'i18next'
import { expect, it } from 'vitest'

import { usePreferences } from './preferences'
import { addTexts, chooseLanguage, textsHere } from './text'

function part(name: string) {
  const asked: string[] = []
  let bring = () => {}
  const brought = new Promise<void>((resolve) => (bring = resolve))
  addTexts(name, {
    en: async () => {
      asked.push('en')
      return { default: { hello: 'Hello' } }
    },
    es: async () => {
      asked.push('es')
      await brought
      return { default: { hello: 'Hola' } }
    },
  })
  return { asked, bring }
}

it('fetches a language once, and English for nobody who only waits for it', async () => {
  const { asked, bring } = part('greetings')
  await textsHere('en')
  expect(asked).toEqual([])
  bring()
  await Promise.all([textsHere('es'), textsHere('es')])
  expect(asked).toEqual(['es'])
  expect(i18next.getFixedT('es', 'greetings')('hello')).toBe('Hola')
})

it('speaks another language when all of it is here, and the one that was chosen last', async () => {
  const { bring } = part('farewells')
  const spanish = chooseLanguage('es')
  expect(usePreferences.getState().language).toBe('en')
  bring()
  await spanish
  expect(usePreferences.getState().language).toBe('es')
  await Promise.all([chooseLanguage('es'), chooseLanguage('en')])
  expect(usePreferences.getState().language).toBe('en')
})

it('goes on without texts that cannot be fetched, and asks for them again', async () => {
  let asked = 0
  addTexts('lost', {
    en: { hello: 'Hello' },
    es: () => {
      asked += 1
      return Promise.reject(new Error('nobody answers'))
    },
  })
  await textsHere('es')
  await textsHere('es')
  expect(asked).toBe(2)
  expect(i18next.getFixedT('es', 'lost')('hello')).toBe('Hello')
})
