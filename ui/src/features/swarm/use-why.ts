import { useFormat } from '@/lib/format'

import { reasonOf } from './reason'
import { useSwarmTexts } from './texts'

/** Says why something rests, in the chosen language where we have words for it. */
export function useWhy(): (reason: string) => string {
  const t = useSwarmTexts()
  const format = useFormat()
  return (reason) => {
    const { key, amount } = reasonOf(reason)
    if (!key) return reason
    return t(`why.${key}`, { n: key === 'seconds' ? format.duration(amount * 1000) : format.number(amount) })
  }
}
