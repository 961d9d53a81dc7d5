/** The even number at the top of an axis that must reach `most`: 2, 4, 10, 20, 40, 100, … */
export function ceiling(most: number): number {
  for (let unit = 1; ; unit *= 10) {
    for (const step of [2, 4, 10]) if (step * unit >= most) return step * unit
  }
}
