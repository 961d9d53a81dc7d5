import type { ComponentProps } from 'react'

/** A part that scrolls inside and can be reached with the keyboard for it; `label` says what it holds. */
export function ScrollBox({ label, ...rest }: { label: string } & ComponentProps<'section'>) {
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
  return <section aria-label={label} tabIndex={0} {...rest} />
}
