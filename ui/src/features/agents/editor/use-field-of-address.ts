import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'

const FIELD = 'field-'

/** The id of a field's element, by which an address can name it. */
export const fieldAnchor = (name: string): string => FIELD + name

/** Brings the field that the address names (`#field-tags`) into sight and puts the focus there. */
export function useFieldOfAddress(): void {
  const hash = useLocation({ select: (location) => location.hash })
  useEffect(() => {
    const field = hash.startsWith(FIELD) ? document.getElementById(hash) : null
    field?.scrollIntoView({ block: 'center' })
    field?.querySelector<HTMLElement>('input:not([readonly]), textarea, select')?.focus({ preventScroll: true })
  }, [hash])
}
