import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import { useWhy, type Why } from '@/lib/why'

import type { Release } from './types'

const AUTHORS = ['person', 'agent', 'upgrade', 'restore'] as const
const FIELDS = [
  'tags',
  'keywords',
  'patterns',
  'examples',
  'priority',
  'name',
  'description',
  'objective',
  'status',
  'role',
  'languages',
  'origin',
  'order',
] as const

/** Who made a release, as a sentence goes on after "by". */
export function useAuthor(): (author: string) => string {
  const t = useTexts('routing-releases')
  return (author) => t(`author.${AUTHORS.find((one) => one === author) ?? 'other'}`)
}

/** What a field of an agent is called. */
export function useFieldName(): (field: string) => string {
  const t = useTexts('routing-releases')
  return (field) => {
    const known = FIELDS.find((one) => one === field)
    return known ? t(`field.${known}`) : field
  }
}

/** Why a release was made: a reason in the person's language, what people wrote as it is. */
export function useReleaseWhy(): (release: Pick<Release, 'why' | 'reason'>) => string {
  const say = useWhy()
  const format = useFormat()
  const field = useFieldName()
  const named = (why: Why): Why => {
    const { fields } = why.values ?? {}
    const values = fields
      ? {
          ...why.values,
          fields: format.list(
            String(fields)
              .split(', ')
              .map((one) => field(one).toLowerCase()),
          ),
        }
      : why.values
    return { ...why, values, parts: why.parts.map(named) }
  }
  return ({ why, reason }) => say(why && named(why), reason)
}
