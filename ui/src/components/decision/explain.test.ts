import { describe, expect, it } from 'vitest'

import type { Candidate, Decision } from '@/client/api'

import { explain } from './explain'
import { barsOf, decidingMeasure, measuresOf } from './scores'

const piece = (kind: string, matched: string, weight: number) => ({
  kind,
  matched,
  weight,
  text: matched,
  field: `${kind}s`,
})
const candidate = (
  agent: string,
  score: number,
  confidence: number,
  evidence: Candidate['evidence'] = [],
): Candidate => ({
  agent,
  score,
  confidence,
  evidence,
})
const decision = (more: Partial<Decision>): Decision => ({
  agent: 'peter',
  stage: 'tags',
  confidence: 0.5,
  reason: '',
  candidates: [],
  candidateCount: 0,
  excluded: [],
  margin: 0,
  stages: [],
  message: 'Solve the equation',
  asked: '',
  messageHash: '',
  language: 'en',
  mode: 'supervised',
  release: 'abc',
  shortlist: [],
  parts: [],
  shadows: [],
  canary: false,
  microseconds: 200,
  modelCalls: 0,
  ...more,
})
const peter = candidate('peter', 4, 0.2, [
  piece('word', 'equation', 1),
  piece('tag', 'solve', 2),
  piece('word', 'solve', 1),
  piece('keyword', 'solve', 0.2),
])

describe('why an agent was chosen', () => {
  it('names the matching words in the order of the message, and the next best with its distance', () => {
    expect(explain(decision({ candidates: [peter, candidate('toby', 3, 0)] }))).toMatchObject({
      why: 'words',
      agent: 'peter',
      words: ['Solve', 'equation'],
      next: { how: 'less', agent: 'toby', by: 1 },
    })
  })

  it('says that nobody else scored', () => {
    expect(explain(decision({ candidates: [peter, candidate('toby', 0, 0.2)] })).next).toEqual({ how: 'alone' })
  })

  it.each([
    ['tie-by-priority', 'priority'],
    ['tie-by-rarity', 'rarity'],
    ['tie-by-order', 'order'],
    ['tags-tie', 'tie'],
  ] as const)('says what settled a tie: %s', (code, how) => {
    const tied = decision({ why: { code, parts: [] }, candidates: [peter, candidate('toby', 4, 0)] })
    expect(explain(tied).next).toEqual({ how, agent: 'toby', score: 4 })
  })

  it('goes by certainty where keywords and patterns decided', () => {
    const sure = candidate('peter', 0, 0.9, [
      piece('keyword', 'solve', 0.2),
      piece('pattern', 'solve the equation', 0.3),
      piece('word', 'the', 1),
    ])
    const found = explain(
      decision({
        stage: 'intents',
        confidence: 0.9,
        candidates: [sure, candidate('ami', 5, 0), candidate('toby', 0, 0.3)],
      }),
    )
    expect(found).toMatchObject({
      why: 'keywordsAndPatterns',
      words: ['Solve'],
      next: { how: 'surer', agent: 'toby', own: 0.9, theirs: 0.3 },
    })
  })

  it('quotes the phrase that made it a follow-up', () => {
    const found = explain(
      decision({ stage: 'follow_up', why: { code: 'follow-up', values: { phrase: 'what about' }, parts: [] } }),
    )
    expect(found).toMatchObject({ why: 'followUpBy', words: ['what about'], next: null })
    expect(explain(decision({ stage: 'follow_up', reason: 'Otherwise.' })).why).toBe('followUp')
  })

  it('says between whom it is open until a model has chosen', () => {
    expect(explain(decision({ stage: 'model', agent: null, shortlist: ['a', 'b'] }))).toMatchObject({
      why: 'open',
      shortlist: ['a', 'b'],
    })
    expect(explain(decision({ stage: 'model' })).why).toBe('model')
  })

  it('can be told from the short form that executions carry, without the comparison', () => {
    const short = {
      id: 'd',
      agent: 'peter',
      stage: 'tags' as const,
      reason: '',
      confidence: 1,
      microseconds: 1,
      modelCalls: 0,
      parts: [],
      matched: [
        { text: 'solve', kind: 'tag' },
        { text: 'solve', kind: 'word' },
        { text: 'equation', kind: 'word' },
      ],
    }
    expect(explain(short)).toMatchObject({ why: 'words', words: ['solve', 'equation'], next: null })
  })

  it('names the example that the message is like, and the next most likely agent', () => {
    const learned = {
      agent: 'peter',
      confidence: 0.9,
      inScope: 0.95,
      refused: false,
      runnerUp: 'toby',
      runnerUpConfidence: 0.04,
      features: [],
      classifier: '',
      examples: [
        { agent: 'toby', text: 'Why?', similarity: 0.9, source: 'example' },
        { agent: 'peter', text: 'Solve it', similarity: 0.8, source: 'example' },
      ],
    }
    expect(explain(decision({ stage: 'examples', learned }))).toMatchObject({
      why: 'examplesLike',
      words: ['Solve it'],
      next: { how: 'surer', agent: 'toby', own: 0.9, theirs: 0.04 },
    })
    const corrected = { ...learned, examples: [{ ...learned.examples[1]!, source: 'correction' }] }
    expect(explain(decision({ stage: 'examples', learned: corrected })).why).toBe('examplesCorrection')
    expect(explain(decision({ stage: 'examples' }))).toMatchObject({ why: 'examples', words: [], next: null })
    const unlike = decision({
      stage: 'finalize',
      agent: null,
      learned: { ...learned, refused: true },
      candidates: [candidate('toby', 1, 0)],
    })
    expect(explain(unlike).why).toBe('nobodyUnlike')
  })

  it('tells whether anybody came near when nobody fits', () => {
    expect(explain(decision({ stage: 'finalize', agent: null })).why).toBe('nobody')
    expect(explain(decision({ stage: 'finalize', agent: null, candidates: [candidate('toby', 0, 0.3)] })).why).toBe(
      'nobodyClear',
    )
  })

  it('tells who gets what nobody fits', () => {
    const rest = decision({ stage: 'finalize', agent: 'ski', candidates: [candidate('toby', 0, 0.3)] })
    expect(explain(rest)).toMatchObject({ why: 'getsTheRest', agent: 'ski', words: [] })
  })
})

describe('the bars of the candidates', () => {
  it('begin with the chosen one, and are as long as their totals', () => {
    const bars = barsOf(decision({ candidates: [candidate('toby', 8, 0, [piece('word', 'a', 8)]), peter] }), 'score')
    expect(bars.map((bar) => [bar.agent, bar.chosen])).toEqual([
      ['peter', true],
      ['toby', false],
    ])
    const length = (index: number) => bars[index]!.segments.reduce((sum, segment) => sum + segment.share, 0)
    expect(length(0)).toBeCloseTo(0.5)
    expect(length(1)).toBeCloseTo(1)
  })

  it('stand together by the field that they come from', () => {
    const mixed = candidate('ami', 4, 0, [
      { kind: 'word', field: 'description', text: 'a', matched: 'a', weight: 1 },
      { kind: 'word', field: 'tags', text: 'b', matched: 'b', weight: 1 },
      { kind: 'tag', field: 'tags', text: 'b', matched: 'b', weight: 2 },
    ])
    const [bar] = barsOf(decision({ candidates: [mixed] }), 'score')
    expect(bar!.segments.map((segment) => segment.source)).toEqual(['tags', 'tags', 'description'])
  })

  it('hold only what counts for the measure, by kind', () => {
    const bars = barsOf(decision({ candidates: [peter] }), 'score')
    expect(bars[0]!.segments.map((segment) => segment.kind)).toEqual(['tag', 'word', 'word'])
    expect(barsOf(decision({ candidates: [peter] }), 'confidence')[0]!.segments.map((segment) => segment.kind)).toEqual(
      ['keyword'],
    )
  })

  it('shrink their pieces where a cap made the total less than their sum', () => {
    const capped = candidate('peter', 0, 0.6, [piece('keyword', 'a', 0.4), piece('keyword', 'b', 0.4)])
    const [bar] = barsOf(decision({ candidates: [capped] }), 'confidence')
    for (const segment of bar!.segments) expect(segment.share).toBeCloseTo(0.3)
    expect(bar!.segments).toHaveLength(2)
  })

  it('of certainties are as long as these say, also of the only one', () => {
    const sure = (agent: string, confidence: number) =>
      candidate(agent, 0, confidence, [piece('keyword', 'a', 1), piece('keyword', 'b', 2)])
    const lengths = (...candidates: Candidate[]) =>
      barsOf(decision({ stage: 'intents', candidates }), 'confidence').map((bar) =>
        bar.segments.reduce((sum, segment) => sum + segment.share, 0),
      )
    expect(lengths(sure('ami', 0.8), sure('toby', 0.3)).map((length) => length.toFixed(2))).toEqual(['0.80', '0.30'])
    expect(lengths(sure('ami', 0.3))[0]).toBeCloseTo(0.3)
  })

  it('go by the measure that decided', () => {
    expect(decidingMeasure(decision({ stage: 'intents', candidates: [peter] }))).toBe('confidence')
    expect(decidingMeasure(decision({ candidates: [peter] }))).toBe('score')
    expect(decidingMeasure(decision({ stage: 'finalize', candidates: [candidate('a', 0, 0.3)] }))).toBe('confidence')
    expect(measuresOf(decision({ candidates: [peter] }))).toEqual(['score', 'confidence'])
    expect(measuresOf(decision({ candidates: [candidate('a', 0, 0.3)] }))).toEqual(['confidence'])
  })
})
