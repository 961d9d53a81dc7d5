/** As the `ref` of what tells of a failure below what is in sight: brings it there when it appears. */
export function intoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}
