import { describe, expect, it } from 'vitest'

import { markedMessage, matchedWords } from './words'

const marked = (message: string, ...evidence: [string, string][]) =>
  markedMessage(
    message,
    evidence.map(([kind, matched]) => ({ kind, matched })),
  )
    .filter((stretch) => stretch.kinds.length)
    .map((stretch) => [stretch.text].concat(stretch.kinds))

describe('the message with its matched words marked', () => {
  it('loses nothing of the message', () => {
    const message = 'Escríbeme  un poema, 🙂 ¡ya!'
    const stretches = markedMessage(message, [
      { kind: 'tag', matched: 'poema' },
      { kind: 'word', matched: 'ya' },
    ])
    expect(stretches.map((stretch) => stretch.text).join('')).toBe(message)
  })

  it('marks a word whatever its case and diacritics, also when they are written apart', () => {
    expect(marked('ECUACIÓN', ['word', 'ecuacion'])).toEqual([['ECUACIÓN', 'word']])
    expect(marked('una ecuacio\u0301n.', ['word', 'ecuacion'])).toEqual([['ecuacio\u0301n', 'word']])
  })

  it('marks whole words only', () => {
    expect(marked('a catalogue of a cat', ['word', 'cat'])).toEqual([['cat', 'word']])
  })

  it('names all kinds that a word was matched by', () => {
    expect(marked('solve it', ['keyword', 'solve'], ['tag', 'solve'])).toEqual([['solve', 'tag', 'keyword']])
  })

  it('marks a phrase over what stands between its words', () => {
    expect(marked('a to-do list', ['tag', 'to do list'])).toEqual([['to-do list', 'tag']])
  })

  it('tells the fields that a word matched, and what of the evidence that was', () => {
    const [stretch] = markedMessage('Solve it', [
      { kind: 'word', matched: 'solve', field: 'objective' },
      { kind: 'tag', matched: 'solve', field: 'tags' },
      { kind: 'word', matched: 'solve', field: 'tags' },
    ])
    expect(stretch).toMatchObject({ text: 'Solve', sources: ['tags', 'objective'], matched: ['solve'] })
  })

  it('cuts where a pattern overlaps a word', () => {
    expect(marked('solve 2x=4', ['word', 'solve'], ['pattern', 'solve 2x'])).toEqual([
      ['solve', 'word', 'pattern'],
      [' 2x', 'pattern'],
    ])
  })

  it('marks nothing that is not there', () => {
    expect(marked('hello', ['word', 'equation'], ['strange', 'hello'])).toEqual([])
  })
})

describe('the words that a sentence names', () => {
  it('stand in the order of the message and as it writes them, each once', () => {
    const evidence = [
      { kind: 'word', matched: 'ecuacion' },
      { kind: 'tag', matched: 'resuelve' },
      { kind: 'keyword', matched: 'ecuacion' },
      { kind: 'pattern', matched: 'resuelve la ecuacion' },
    ]
    expect(matchedWords('Resuelve la Ecuación', evidence)).toEqual(['Resuelve', 'Ecuación'])
  })

  it('leave out a word that stands in a phrase that matched too', () => {
    const evidence = [
      { kind: 'keyword', matched: 'story' },
      { kind: 'keyword', matched: 'a story' },
      { kind: 'tag', matched: 'snow' },
    ]
    expect(matchedWords('snow in a story', evidence)).toEqual(['snow', 'a story'])
  })

  it('are what a pattern matched where only patterns did', () => {
    expect(matchedWords('2 + 2', [{ kind: 'pattern', matched: '2 + 2' }])).toEqual(['2 + 2'])
  })
})
