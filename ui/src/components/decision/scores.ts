import type { Candidate, Decision } from '@/client/api'

import { isKind, sourceOf, SOURCES, type Kind, type Source } from './kinds'

/** What candidates are measured by: the score of tags and words, or the confidence of intents. */
export type Measure = 'score' | 'confidence'

export interface Segment {
  kind: Kind
  source: Source
  matched: string
  field: string
  text: string
  weight: number
  /** What it takes of the track, 0 to 1. */
  share: number
}

export interface Bar {
  agent: string
  total: number
  chosen: boolean
  segments: Segment[]
}

/** The kinds of evidence that count for each measure. */
export const COUNTED: Record<Measure, readonly string[]> = {
  score: ['tag', 'word'],
  confidence: ['keyword', 'pattern', 'example'],
}

/** The measure that the deciding stage went by. */
export function decidingMeasure(decision: Decision): Measure {
  if (decision.stage === 'intents') return 'confidence'
  const scored = decision.candidates.some((one) => one.score > 0)
  return scored || !decision.candidates.length ? 'score' : 'confidence'
}

/** The measures by which anybody scored. */
export function measuresOf(decision: Decision): Measure[] {
  return (['score', 'confidence'] as const).filter((measure) => decision.candidates.some((one) => one[measure] > 0))
}

/**
 * The bars of those who scored, the chosen one first, then by their total. A confidence is a share of 1, and its bar of
 * the whole track; a score has no whole, and its bar is relative to the longest.
 */
export function barsOf(decision: Decision, measure: Measure): Bar[] {
  const scored = decision.candidates.filter((one) => one[measure] > 0)
  const whole = measure === 'confidence' ? 1 : Math.max(...scored.map((one) => one[measure]), 0)
  return scored
    .map((one) => ({
      agent: one.agent,
      total: one[measure],
      chosen: one.agent === decision.agent,
      segments: segmentsOf(one, measure, whole),
    }))
    .sort((a, b) => Number(b.chosen) - Number(a.chosen) || b.total - a.total)
}

/** The pieces of one bar; where caps made the total less than their sum, the pieces shrink to fit it. */
function segmentsOf(candidate: Candidate, measure: Measure, whole: number): Segment[] {
  const evidence = candidate.evidence.filter((piece) => isKind(piece.kind) && COUNTED[measure].includes(piece.kind))
  const sum = evidence.reduce((sum, piece) => sum + piece.weight, 0)
  const scale = sum > 0 && whole > 0 ? candidate[measure] / sum / whole : 0
  return evidence
    .map((piece) => ({
      kind: piece.kind as Kind,
      source: sourceOf(piece.kind as Kind, piece.field),
      matched: piece.matched,
      field: piece.field,
      text: piece.text,
      weight: piece.weight,
      share: piece.weight * scale,
    }))
    .sort((a, b) => SOURCES.indexOf(a.source) - SOURCES.indexOf(b.source))
}
