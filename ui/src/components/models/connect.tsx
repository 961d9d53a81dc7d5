import { useState } from 'react'

import { Icon } from '@/components/icon'
import { useLackSaid } from '@/components/lacks'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

import { ConnectionDialog } from './connection-dialog'
import type { ConnectionKind, ModelConnections, OfferedProvider } from './connections'

/** The providers to pick from, a card each; picking one asks for its key. */
export function Connect({ found, onDone }: { found: ModelConnections; onDone?: () => void }) {
  const t = useTexts('models')
  const [picked, setPicked] = useState<OfferedProvider>()
  if (!found.mayShare && !found.mayOwn) return <p className="text-sm text-muted">{t('byAdministrators')}</p>
  const local = found.given.find((one) => one.kind === 'ollama' && one.models.length > 0)
  return (
    <>
      <ul aria-label={t('pick')} className="grid grid-cols-1 gap-2 sm:grid-cols-2 lg:grid-cols-3">
        {found.offered.map((offered) => (
          <li key={offered.kind} className="min-w-0">
            <Card
              offered={offered}
              here={offered.kind === 'ollama' && local ? local.models : undefined}
              onPick={() => setPicked(offered)}
            />
          </li>
        ))}
      </ul>
      {picked && (
        <ConnectionDialog
          kind={picked.kind}
          found={found}
          onClose={() => {
            setPicked(undefined)
            onDone?.()
          }}
        />
      )}
    </>
  )
}

interface CardProps {
  offered: OfferedProvider
  /** The models of the Ollama that was found on the server's machine. */
  here?: readonly string[] | undefined
  onPick: () => void
}

function Card({ offered, here, onPick }: CardProps) {
  const t = useTexts('models')
  const said = useLackSaid()
  const lack = offered.lack
  return (
    <button
      type="button"
      onClick={onPick}
      disabled={lack !== null}
      className={cn(
        'flex h-full w-full min-w-0 items-start gap-3 rounded-md border bg-surface px-3 py-2.5 text-left',
        'transition-colors duration-120 enabled:hover:border-line-strong enabled:hover:bg-hover disabled:opacity-70',
      )}
    >
      <Icon name={ICONS[offered.kind]} size={20} className="mt-0.5 shrink-0 text-accent" />
      <span className="min-w-0">
        <span className="block font-medium">{t(`kinds.${offered.kind}`)}</span>
        <span className="block text-sm break-words text-muted">
          {lack
            ? said(lack)
            : here
              ? t('foundHere', { count: here.length, models: here.slice(0, 2).join(', ') })
              : t(`about.${offered.kind}`)}
        </span>
      </span>
    </button>
  )
}

const ICONS = {
  openai: 'chat-circle-dots',
  anthropic: 'brain',
  google: 'globe',
  ollama: 'cpu',
  openrouter: 'signpost',
  'openai-compatible': 'plug',
} as const satisfies Record<ConnectionKind, string>
