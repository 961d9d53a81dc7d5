/** Returns what came after `last`: all of it where that is there no longer. */
export function newest<T>(all: readonly T[], last: T | undefined): readonly T[] {
  return all.slice(last === undefined ? 0 : all.lastIndexOf(last) + 1)
}
