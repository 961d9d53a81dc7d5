import { memo } from 'react'

import { Button, IconButton } from '@/components/button'
import { Chip } from '@/components/chip'
import { Icon } from '@/components/icon'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import type { Credential } from './dialog'
import { KNOWN } from './names'

interface CredentialLineProps {
  credential: Credential
  onReplace: (credential: Credential) => void
  onRemove: (credential: Credential) => void
}

/** A credential: its name, what it is for, when it was used; never its value. */
export const CredentialLine = memo(function CredentialLine({ credential, onReplace, onRemove }: CredentialLineProps) {
  const t = useTexts('tools-credentials')
  const { name, description } = credential
  const known = KNOWN.find((one) => one === name)
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <span
        aria-hidden
        className="grid size-9 shrink-0 place-items-center rounded-full bg-sunken text-muted max-sm:hidden"
      >
        <Icon name="key" size={18} />
      </span>
      <div className="flex min-w-0 flex-1 basis-40 flex-col gap-0.5">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-mono text-sm font-medium break-all">{name}</span>
          {known && <Chip tone="accent">{t(`dialog.for.${known}`)}</Chip>}
        </p>
        {description && <p className="break-words">{description}</p>}
        <Times credential={credential} />
      </div>
      <div className="ml-auto flex shrink-0 items-center gap-1">
        <Button size="small" onClick={() => onReplace(credential)} aria-label={t('replaceOne', { name })}>
          {t('replace')}
        </Button>
        <IconButton icon="trash" danger label={t('remove', { name })} onClick={() => onRemove(credential)} />
      </div>
    </li>
  )
})

export function Times({ credential }: { credential: Credential }) {
  const t = useTexts('tools-credentials')
  const format = useFormat()
  const changed = credential.updatedAt !== credential.createdAt
  const facts = [
    credential.lastUsedAt ? t('used', { when: format.ago(credential.lastUsedAt) }) : t('unused'),
    changed
      ? t('changed', { when: format.ago(credential.updatedAt) })
      : t('created', { when: format.ago(credential.createdAt) }),
  ]
  return (
    <p className="text-sm text-muted" title={format.dateTime(credential.lastUsedAt ?? credential.createdAt)}>
      {facts.join(' · ')}
    </p>
  )
}
