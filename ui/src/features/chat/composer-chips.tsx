import { Avatar } from '@/components/avatar'
import { Icon } from '@/components/icon'
import { useAgentsById } from '@/lib/agents'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import type { Attachment } from './attachments'

interface ComposerChipsProps {
  addressee: string | null
  onRemoveAddressee: () => void
  attachments: readonly Attachment[]
  onRemove: (index: number) => void
}

/** Whom a message is for and which files go with it; each can be taken out. */
export function ComposerChips({ addressee, onRemoveAddressee, attachments, onRemove }: ComposerChipsProps) {
  const t = useTexts('chat')
  const format = useFormat()
  const agent = useAgentsById().get(addressee ?? '')
  if (!addressee && !attachments.length) return null
  const name = agent?.name ?? addressee ?? ''
  return (
    <ul aria-label={t('composer.attached')} className="flex flex-wrap gap-1.5 px-3 pt-3">
      {addressee && (
        <li className="flex h-7 items-center gap-1.5 rounded-full bg-accent-soft pr-0.5 pl-1 text-sm text-accent">
          <Avatar agent={agent} size={20} />
          {t('composer.addressed', { name })}
          <Remove label={t('composer.removeMention', { name })} onRemove={onRemoveAddressee} />
        </li>
      )}
      {attachments.map((file, index) => (
        <li
          key={index}
          className="flex h-7 max-w-full items-center gap-1.5 rounded-full bg-sunken pr-0.5 pl-2.5 text-sm"
        >
          <Icon name="file-text" size={15} className="text-muted" />
          <span className="min-w-0 truncate">{file.name}</span>
          <span className="numbers text-muted">{format.compact(file.text.length)}</span>
          <Remove label={t('composer.removeFile', { name: file.name })} onRemove={() => onRemove(index)} />
        </li>
      ))}
    </ul>
  )
}

function Remove({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onRemove}
      className="grid size-6 shrink-0 place-items-center rounded-full hover:bg-hover"
    >
      <Icon name="x" size={13} />
    </button>
  )
}
