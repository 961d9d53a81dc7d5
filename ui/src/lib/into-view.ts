/** As the `ref` of what appears below what is in sight, such as a failure: brings it there. */
export function intoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}
