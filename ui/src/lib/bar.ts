/**
 * How long a bar is, as CSS: the share of its track that `value` is of `whole`, from zero on. Nothing is nothing, and a
 * value is never longer than its track.
 */
export function barLength(value: number, whole: number): string {
  return whole > 0 && value > 0 ? `${Math.min(1, value / whole) * 100}%` : '0%'
}
