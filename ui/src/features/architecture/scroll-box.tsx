import type { ComponentProps } from 'react'

/** A part that scrolls inside and can be reached with the keyboard for it; `label` says what it holds. */
export function ScrollBox({ label, ...rest }: { label: string } & ComponentProps<'section'>) {
  return <section aria-label={label} tabIndex={0} {...rest} />
}
