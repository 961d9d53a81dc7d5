import { stretchesOf } from '@/lib/visible'

/** One argument of a call, as a person reads it. */
export interface Field {
  name: string
  kind: 'text' | 'json'
  /** A text as it is; everything else as indented JSON. */
  text: string
}

/** The arguments of a call in their order, each whole. */
export function fieldsOf(call: Record<string, unknown>): Field[] {
  return Object.entries(call).map(([name, value]) =>
    typeof value === 'string' ? { name, kind: 'text', text: value } : { name, kind: 'json', text: jsonOf(value) },
  )
}

/** A value as indented JSON. */
export function jsonOf(value: unknown): string {
  return JSON.stringify(value, null, 2) ?? 'null'
}

/** How many characters of a call cannot be seen. */
export function hiddenIn(call: Record<string, unknown>): number {
  const texts = fieldsOf(call).flatMap(({ name, text }) => [name, text])
  return texts.reduce((sum, text) => sum + stretchesOf(text).filter((one) => 'hidden' in one).length, 0)
}
