import { Avatar } from '@/components/avatar'
import { Icon } from '@/components/icon'
import { useAgentsById } from '@/lib/agents'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { contentOf, isPicture, type Attached } from './files'

interface ComposerChipsProps {
  addressee: string | null
  onRemoveAddressee: () => void
  attached: readonly Attached[]
  onRemove: (key: string) => void
}

/** Whom a message is for and which files go with it; each can be taken out. */
export function ComposerChips({ addressee, onRemoveAddressee, attached, onRemove }: ComposerChipsProps) {
  const t = useTexts('chat')
  const agent = useAgentsById().get(addressee ?? '')
  if (!addressee && !attached.length) return null
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
      {attached.map((one) => (
        <AttachedFile key={one.key} one={one} onRemove={() => onRemove(one.key)} />
      ))}
    </ul>
  )
}

function AttachedFile({ one, onRemove }: { one: Attached; onRemove: () => void }) {
  const t = useTexts('chat')
  const format = useFormat()
  const sending = !one.file && !one.problem
  return (
    <li
      className={cn(
        'flex min-h-9 max-w-full items-center gap-2 overflow-hidden rounded-md border bg-sunken pr-1 text-sm',
        one.problem && 'border-danger bg-danger-soft',
      )}
    >
      {one.file && isPicture(one.file) ? (
        <img src={contentOf(one.file)} alt="" className="size-9 shrink-0 object-cover" />
      ) : (
        <Icon
          name={one.problem ? 'warning-circle' : 'file-text'}
          size={16}
          className={cn('ml-2.5 shrink-0', one.problem ? 'text-danger' : 'text-muted')}
        />
      )}
      <span className="min-w-0 py-1">
        <span className="block truncate">{one.name}</span>
        {one.problem && (
          <span role="alert" className="block text-danger">
            {one.problem}
          </span>
        )}
      </span>
      {!one.problem && (
        <span className="numbers shrink-0 text-muted">
          {sending ? t('file.sending', { share: format.percent(one.progress) }) : format.bytes(one.bytes)}
        </span>
      )}
      <Remove label={t('composer.removeFile', { name: one.name })} onRemove={onRemove} />
    </li>
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
