import { useCallback } from 'react'

import { useTexts } from '@/lib/text'

const KNOWN = [
  'tag-never-matches', 'tag-is-stop-word', 'tag-too-general', 'duplicate-tag', 'keyword-never-matches', 'keyword-is-stop-word', 'duplicate-keyword',
  'duplicate-pattern', 'pattern-collides', 'pattern-without-literal', 'missing-language', 'never-wins', 'example-says-nothing', 'duplicate-example',
  'example-shared', 'few-examples', 'no-examples', 'example-elsewhere',
] as const

interface Remark {
  code: string
  field: string
  value: string
  /** In the server's words. */
  message: string
}

/** Writes what lint says in the chosen language; a remark this app does not know is said in the server's words. */
export function useWarningText(): (remark: Remark) => string {
  const t = useTexts('lint')
  return useCallback(
    ({ code, field, value, message }) => {
      const known = KNOWN.find((one) => one === code)
      if (!known) return message
      if (known === 'never-wins' && value) return t('never-wins-against', { value })
      if (known === 'missing-language' && field === 'examples') return t('missing-language-examples', { value })
      return t(known, { value })
    },
    [t],
  )
}
