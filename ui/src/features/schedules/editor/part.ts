import type { Draft, Missing } from './draft'

/** What each part of the form gets. */
export interface PartProps {
  draft: Draft
  onChange: (changes: Partial<Draft>) => void
  /** What is wrong, once somebody tried to save. */
  wrong: (field: keyof Missing) => string | undefined
}
