import { expect, test } from 'vitest'

import { iconOf, titleOf } from './plugin-pages'

const page = { plugin: 'reading_list', titles: { en: 'Reading list', es: 'Lecturas' }, icon: 'book-open' }

test('a page of a plug-in is called in the language of the person, else in English, else like the plug-in', () => {
  expect(titleOf(page, 'es')).toBe('Lecturas')
  expect(titleOf({ ...page, titles: { en: 'Reading list' } }, 'es')).toBe('Reading list')
  expect(titleOf({ ...page, titles: {} }, 'es')).toBe('reading_list')
})

test('an icon that the app does not have is a piece of a puzzle', () => {
  expect(iconOf(page)).toBe('book-open')
  expect(iconOf({ ...page, icon: 'unheard-of' })).toBe('puzzle-piece')
})
