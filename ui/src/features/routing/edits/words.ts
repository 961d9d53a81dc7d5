import type { Edit } from '../types'

const FIELDS = {
  add: ['tags', 'keywords', 'patterns', 'examples'],
  remove: ['tags', 'keywords', 'patterns', 'examples'],
  set: ['priority', 'name', 'description', 'objective'],
} as const

type Known = { [K in Edit['kind']]: `${K}.${(typeof FIELDS)[K][number] | 'other'}` }[Edit['kind']]

/** Which sentence says an edit. */
export function wordingOf(edit: Edit): Known {
  const known = (FIELDS[edit.kind] as readonly string[]).includes(edit.field)
  return `${edit.kind}.${known ? edit.field : 'other'}` as Known
}

/** What tells a list of edits from every other. */
export function editsKey(edits: readonly Edit[]): string {
  return JSON.stringify(edits.map((edit) => [edit.kind, edit.agent, edit.field, edit.value]))
}
