import type { Draft } from '../types'

export const MOST_BYTES = 64 * 1024 * 1024
/** Lines read before the page may draw again. */
const AT_ONCE = 4000
/** Faults that are told one by one. */
const TOLD = 100

export type Fault = 'json' | 'object' | 'type' | 'entity' | 'relation'

/** What a file of JSON lines holds. */
export interface Reading {
  entities: number
  relations: number
  observations: number
  /** Lines that cannot be imported, the first of them. */
  faults: { line: number; fault: Fault; text: string }[]
  faultCount: number
  /** The first few entities, to recognise the file by. */
  examples: { name: string; entityType: string; observations: number }[]
}

export type Line = { kind: 'nothing' } | { kind: 'good'; draft: Draft } | { kind: 'bad'; fault: Fault }

const EXAMPLES = 5
const isText = (value: unknown): value is string => typeof value === 'string'

/** Reads one line of the reference server's format. */
export function readLine(line: string): Line {
  const text = line.trim()
  if (!text) return { kind: 'nothing' }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { kind: 'bad', fault: 'json' }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { kind: 'bad', fault: 'object' }
  const fields = value as Record<string, unknown>
  if (fields.type === 'entity') {
    const { name, entityType, observations } = fields
    const whole = isText(name) && isText(entityType) && Array.isArray(observations) && observations.every(isText)
    if (!whole) return { kind: 'bad', fault: 'entity' }
    return { kind: 'good', draft: { kind: 'entity', name, entityType, observations: observations.length } }
  }
  if (fields.type === 'relation') {
    const whole = isText(fields.from) && isText(fields.to) && isText(fields.relationType)
    return whole ? { kind: 'good', draft: { kind: 'relation' } } : { kind: 'bad', fault: 'relation' }
  }
  return { kind: 'bad', fault: 'type' }
}

/**
 * Reads a whole file; `onProgress` is told the share that is done. Returns what is in it and the lines that can be
 * imported.
 */
export async function readLines(
  content: string,
  onProgress: (share: number) => void = () => undefined,
): Promise<{ reading: Reading; good: string }> {
  const reading: Reading = { entities: 0, relations: 0, observations: 0, faults: [], faultCount: 0, examples: [] }
  const text = content.replace(/^\uFEFF/, '')
  const good: string[] = []
  let number = 0
  for (let from = 0; from < text.length;) {
    const end = text.indexOf('\n', from)
    const line = text.slice(from, end < 0 ? undefined : end)
    from = end < 0 ? text.length : end + 1
    number += 1
    const read = readLine(line)
    if (read.kind === 'good') {
      count(reading, read.draft)
      good.push(line)
    } else if (read.kind === 'bad') {
      reading.faultCount += 1
      if (reading.faults.length < TOLD)
        reading.faults.push({ line: number, fault: read.fault, text: line.slice(0, 120) })
    }
    if (number % AT_ONCE === 0) {
      onProgress(from / text.length)
      await new Promise((resolve) => setTimeout(resolve))
    }
  }
  onProgress(1)
  return { reading, good: good.join('\n') }
}

function count(reading: Reading, draft: Draft): void {
  if (draft.kind === 'relation') {
    reading.relations += 1
    return
  }
  reading.entities += 1
  reading.observations += draft.observations
  if (reading.examples.length < EXAMPLES) reading.examples.push(draft)
}
