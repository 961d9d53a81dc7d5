import type { Step } from '@/client/api'
import { modelTitle } from '@/components/models/providers'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

interface Tokens {
  instructions: number
  messages: number
  tools: number
  most: number
}

/** How long what a model was given was, as it was counted before it was sent, and what was left out of it. */
export function SentLine({ step }: { step: Step }) {
  const t = useTexts('chat')
  const format = useFormat()
  const tokens = step.input?.['tokens'] as Partial<Tokens> | number | undefined
  if (step.kind !== 'model' || typeof tokens !== 'object') return null
  const { instructions = 0, messages = 0, tools = 0, most = 0 } = tokens
  const leftOut = Number(step.input?.['left_out'] ?? 0)
  const shortened = Number(step.input?.['shortened'] ?? 0)
  const madeFor = step.input?.['made_for']
  return (
    <p className="text-sm text-muted">
      {t('sent.counted', {
        total: format.number(instructions + messages + tools),
        most: format.number(most),
        instructions: format.number(instructions),
        messages: format.number(messages),
        tools: format.number(tools),
      })}
      {typeof madeFor === 'string' && ` ${t('sent.madeFor', { model: modelTitle(madeFor) })}`}
      {leftOut > 0 && ` ${t('sent.leftOut', { count: leftOut })}`}
      {shortened > 0 && ` ${t('sent.shortened', { count: shortened })}`}
    </p>
  )
}
