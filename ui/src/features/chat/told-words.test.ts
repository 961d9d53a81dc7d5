import { expect, it } from 'vitest'

import { toldWords } from './told-words'

const word = (text: string, kind = 'keyword') => ({ text, kind })
const texts = (...words: { text: string; kind: string }[]) => toldWords(words).map((one) => one.text)

it('tells words rather than numbers and patterns', () => {
  expect(
    texts(word('solve'), word('solve the equation 2x = 6', 'pattern'), word('equation', 'word'), word('6')),
  ).toEqual(['solve', 'equation'])
})
it('tells one pattern where no word matched', () => {
  expect(texts(word('12% of 340', 'pattern'), word('of 340', 'pattern'))).toEqual(['12% of 340'])
})
it('tells a number where there is nothing else', () => {
  expect(texts(word('42'))).toEqual(['42'])
})
it('tells each word once, the longer one where it holds the shorter', () => {
  expect(texts(word('Word'), word('word', 'tag'), word('word count', 'tag'))).toEqual(['word count'])
})
it('tells no more than four', () => {
  expect(texts(...['aa', 'bb', 'cc', 'dd', 'ee'].map((one) => word(one)))).toHaveLength(4)
})
