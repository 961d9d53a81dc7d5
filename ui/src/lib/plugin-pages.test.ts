import { expect, test } from 'vitest'

import { aboutOf, iconOf, placeOf, titleOf } from './plugin-pages'

const page = {
  plugin: 'reading_list',
  titles: { en: 'Reading list', es: 'Lecturas' },
  about: { en: 'What you want to read.' },
  icon: 'book-open',
  section: '',
}

test('a page of a plug-in is called in the language of the person, else in English, else like the plug-in', () => {
  expect(titleOf(page, 'es')).toBe('Lecturas')
  expect(titleOf({ ...page, titles: { en: 'Reading list' } }, 'es')).toBe('Reading list')
  expect(titleOf({ ...page, titles: {} }, 'es')).toBe('reading_list')
})

test('what it is about is said in English where it is not said in the language of the person, or not at all', () => {
  expect(aboutOf(page, 'es')).toBe('What you want to read.')
  expect(aboutOf({ ...page, about: {} }, 'es')).toBeUndefined()
})

test('an icon that the app does not have is a piece of a puzzle', () => {
  expect(iconOf(page)).toBe('book-open')
  expect(iconOf({ ...page, icon: 'unheard-of' })).toBe('puzzle-piece')
})

test('a page is in the navigation or among the settings', () => {
  expect(placeOf(page)).toEqual({ to: '/plugins/reading_list' })
  expect(placeOf({ ...page, section: 'books' })).toEqual({ to: '/settings', hash: 'books' })
})
