import { expect, it } from 'vitest'

import { changed, numberIn, plainName, switched, usual, valueIn, type Rule } from './rules'

const tags: Rule = { name: 'tagWeight', value: 2, usual: 2, whole: false }
const stages: Rule = { name: 'stages', value: ['explicit', 'tags'], usual: ['explicit', 'tags', 'model'], whole: false }

it('a number may be typed with a point or a comma, and nothing else is one', () => {
  expect(numberIn(' 0,5 ', false)).toBe(0.5)
  expect(numberIn('0.5', false)).toBe(0.5)
  expect(numberIn('3', true)).toBe(3)
  for (const text of ['', 'two', '-1', '1e9', '10001', '1.2.3', 'Infinity'])
    expect(numberIn(text, false)).toBeUndefined()
  expect(numberIn('1.5', true)).toBeUndefined()
})

it('what names an agent or a model is taken as it is, and nothing is a choice too', () => {
  const agent: Rule = { name: 'defaultAgent', value: '', usual: '', whole: false }
  expect([valueIn('ski', agent), valueIn('', agent)]).toEqual(['ski', ''])
  expect([valueIn('0,5', tags), valueIn('', tags)]).toEqual([0.5, undefined])
  expect(changed([agent], { defaultAgent: 'ski' })).toEqual({ defaultAgent: 'ski' })
})

it('a stage is switched in its place', () => {
  const all = ['explicit', 'tags', 'model']
  expect(switched(['explicit', 'model'], 'tags', true, all)).toEqual(all)
  expect(switched(all, 'tags', false, all)).toEqual(['explicit', 'model'])
})

it('only what is wanted otherwise makes a release', () => {
  expect(changed([tags, stages], { tagWeight: 2, stages: ['explicit', 'tags'] })).toEqual({})
  expect(changed([tags, stages], { tagWeight: 1, stages: ['explicit'], unknown: 1 })).toEqual({
    tagWeight: 1,
    stages: ['explicit'],
  })
})

it('a rule knows whether it is as installed, and a release’s name of it is read', () => {
  expect([usual(tags), usual(stages)]).toEqual([true, false])
  expect(plainName('examples_threshold')).toBe('examplesThreshold')
})
