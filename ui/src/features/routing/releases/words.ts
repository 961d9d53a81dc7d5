import { useFormat } from '@/lib/format'

import { reasonOf, type Reason } from './reasons'
import { useReleaseTexts } from './texts'

const AUTHORS = ['person', 'agent', 'upgrade', 'restore'] as const
const FIELDS = ['tags', 'keywords', 'patterns', 'examples', 'priority', 'name', 'description', 'objective', 'status', 'role', 'languages', 'origin', 'order'] as const

/** Who made a release, as a sentence goes on after "by". */
export function useAuthor(): (author: string) => string {
  const t = useReleaseTexts()
  return (author) => t(`author.${AUTHORS.find((one) => one === author) ?? 'other'}`)
}

/** What a field of an agent is called. */
export function useFieldName(): (field: string) => string {
  const t = useReleaseTexts()
  return (field) => {
    const known = FIELDS.find((one) => one === field)
    return known ? t(`field.${known}`) : field
  }
}

/** Why a release was made: the server's own sentences in the person's language, what people wrote as it is. */
export function useWhy(): (reason: string) => string {
  const t = useReleaseTexts()
  const format = useFormat()
  const field = useFieldName()
  const say = (reason: Reason): string => {
    if (reason.what === 'said') return reason.text
    if (reason.what === 'back') return t('reason.back', { number: reason.number, reason: say(reason.reason) })
    return reason.sentences
      .map(({ key, values }) => {
        const fields = values.fields && format.list(values.fields.split(', ').map((one) => field(one).toLowerCase()))
        return t(`reason.${key}`, { ...values, fields, count: Number(values.count ?? 0) })
      })
      .join('; ')
  }
  return (reason) => say(reasonOf(reason))
}
