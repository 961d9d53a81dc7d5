import type { Registration } from './registration'

/** What every part of the form works on. */
export interface Part {
  draft: Registration
  set: (change: Partial<Registration>) => void
  /** What is wrong with a field, in words. */
  problem: (field: keyof Registration) => string | undefined
}
