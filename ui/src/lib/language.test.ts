import { expect, it } from 'vitest'

import { inLanguage, languageOf } from './language'

it.each([
  ['Write a poem about autumn in the city', 'en'],
  ['Escribe un poema sobre el mar', 'es'],
  ['¿Cuánto es 12 por 12?', 'es'],
  ['2 + 2', null],
] as const)('%s is %s', (text, language) => expect(languageOf(text)).toBe(language))

it('shows examples of any language only where the own has none', () => {
  expect(inLanguage(['Solve the equation', 'Resuelve la ecuación'], 'es')).toEqual(['Resuelve la ecuación'])
  expect(inLanguage(['2x = 4', 'Solve the equation'], 'es')).toEqual(['2x = 4'])
})
