import { Icon } from '@/components/icon'
import type { InterfaceIcon } from '@/components/icon-names'
import { useAgentsById } from '@/lib/agents'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

import type { Edit } from '../types'
import { wordingOf } from './words'

/** Returns what says an edit in one sentence. */
export function useEditSentence(): (edit: Edit) => string {
  const t = useTexts('routing')
  const agents = useAgentsById()
  return (edit) =>
    t(`edit.${wordingOf(edit)}`, {
      agent: agents.get(edit.agent)?.name ?? edit.agent,
      value: typeof edit.value === 'number' ? edit.value : t('quoted', { value: edit.value }),
      field: edit.field,
    })
}

const LOOKS: Record<Edit['kind'], [InterfaceIcon, string]> = {
  add: ['plus', 'bg-success-soft text-success'],
  remove: ['minus', 'bg-danger-soft text-danger'],
  set: ['pencil-simple', 'bg-info-soft text-info'],
}

/** Edits that belong together, a sentence each. */
export function EditList({ edits, className }: { edits: readonly Edit[]; className?: string }) {
  const sentence = useEditSentence()
  return (
    <ul className={cn('flex min-w-0 flex-col gap-1.5', className)}>
      {edits.map((edit, index) => {
        const [icon, tone] = LOOKS[edit.kind]
        return (
          <li key={index} className="flex min-w-0 items-start gap-2">
            <span aria-hidden className={cn('mt-px grid size-4.5 shrink-0 place-items-center rounded-full', tone)}>
              <Icon name={icon} size={12} />
            </span>
            <span className="min-w-0 break-words">{sentence(edit)}</span>
          </li>
        )
      })}
    </ul>
  )
}
