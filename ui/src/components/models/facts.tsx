import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import type { ModelFacts } from './connections'

type Origin = 'hand' | 'provider' | 'table'

interface FactsProps {
  facts: ModelFacts
  priceFrom?: Origin | null | undefined
  contextFrom?: Origin | null | undefined
  abilitiesFrom?: Origin | null | undefined
}

/** What is known of a model in a line, each with where it comes from as its tooltip. */
export function Facts({ facts, priceFrom, contextFrom, abilitiesFrom }: FactsProps) {
  const t = useTexts('models')
  const format = useFormat()
  const from = (origin: Origin | null | undefined) => (origin ? t(`from.${origin}`) : undefined)
  const can = (['tools', 'images', 'thinking'] as const).filter((one) => facts[one])
  const { inputPrice, outputPrice, contextTokens } = facts
  const parts: { key: string; text: string; title: string | undefined }[] = []
  if (inputPrice != null && outputPrice != null)
    parts.push({
      key: 'price',
      text: t('facts.price', { input: format.money(inputPrice), output: format.money(outputPrice) }),
      title: from(priceFrom),
    })
  else parts.push({ key: 'price', text: t('facts.unknownPrice'), title: undefined })
  if (contextTokens != null)
    parts.push({
      key: 'context',
      text: t('facts.context', { tokens: format.compact(contextTokens) }),
      title: from(contextFrom),
    })
  if (can.length)
    parts.push({
      key: 'can',
      text: t('facts.can', { what: format.list(can.map((one) => t(`facts.${one}`))) }),
      title: from(abilitiesFrom),
    })
  return (
    <span className="numbers">
      {parts.map((part, index) => (
        <span key={part.key} title={part.title}>
          {index > 0 && ' · '}
          {part.text}
          {part.title && <span className="sr-only"> ({part.title})</span>}
        </span>
      ))}
    </span>
  )
}
