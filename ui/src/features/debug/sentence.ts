import type { EventData, FactKind, Reason } from '@/client/events'

/** A sentence to say: the name of a text and what is put into it. Values are written raw, numbers unformatted. */
export interface Sentence {
  key: string
  values: Record<string, string | number>
}

/** What the sentence needs to know of the world. */
export interface Words {
  /** The name of an agent or a resident, by id. */
  name: (agent: string) => string
  /** The name of a swarm, by id. */
  swarm: (id: string) => string
  duration: (milliseconds: number) => string
  micros: (microseconds: number) => string
  mode: (mode: string) => string
  /** A reason in the chosen language; `text` where there is no code. */
  why: (why: Reason | null | undefined, text: string) => string
}

export type Tell<K extends FactKind> = (data: EventData[K], words: Words) => Sentence

const LONGEST = 200

/** One line of a text, cut. */
export function oneLine(text: unknown): string {
  const line = String(text ?? '')
    .slice(0, LONGEST * 4)
    .replace(/\s+/g, ' ')
    .trim()
  const points = [...line]
  return points.length > LONGEST ? `${points.slice(0, LONGEST).join('')}…` : line
}

export const say = (key: string, values: Record<string, string | number> = {}): Sentence => ({ key, values })

/** The text of `value` among `names`, or `otherwise` for one of another version of the product. */
export function among(value: string, names: readonly string[], otherwise: string): string {
  return names.includes(value) ? value : otherwise
}
