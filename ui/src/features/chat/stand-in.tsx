import { Icon } from '@/components/icon'
import { modelTitle } from '@/components/models/providers'
import type { StandIn } from '@/components/work/turn-view'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import { useWhy } from '@/lib/why'

/** Who answered, because others did not or might not, and why; an answer by rules begins with why itself. */
export function StandInLine({ standIn }: { standIn: StandIn }) {
  const t = useTexts('chat')
  const why = useWhy()
  const format = useFormat()
  const models = format.list(standIn.passedOver.map((one) => modelTitle(one.model)))
  const reasons = [...new Set(standIn.passedOver.map((one) => why(one.reason, '')))].join(' ')
  const limited = standIn.passedOver.some((one) => one.errorClass === 'budget')
  const said =
    standIn.model === 'offline'
      ? t(limited ? 'standIn.limit' : 'standIn.rules', { models })
      : `${t('standIn.model', { model: modelTitle(standIn.model), models })} ${reasons}`
  return (
    <p className="flex gap-2 text-sm text-muted">
      <Icon name="warning" size={15} className="mt-0.5 shrink-0 text-warning" />
      <span className="min-w-0 break-words">{said}</span>
    </p>
  )
}
