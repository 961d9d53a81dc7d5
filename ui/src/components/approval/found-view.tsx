import { useTexts } from '@/lib/text'

import type { Approval } from './data'
import { VisibleText } from './visible-text'

type Found = NonNullable<Approval['found']>[number]

/**
 * What a call is about as it was found when the person was asked: kind, real name, a piece of it, old and new value.
 */
export function FoundView({ found, pending }: { found: Approval['found']; pending: boolean }) {
  const t = useTexts('approval')
  if (!found?.length) return null
  return (
    <section aria-label={t('found.title')} className="flex min-w-0 flex-col gap-2 rounded-md border p-3">
      <p className="text-sm font-medium text-muted">{t('found.title')}</p>
      <ul tabIndex={0} aria-label={t('found.title')} className="flex max-h-72 min-w-0 flex-col gap-2.5 overflow-auto">
        {found.map((one) => (
          <Thing key={one.digest} thing={one} />
        ))}
      </ul>
      {pending && <p className="text-sm text-muted">{t('found.about')}</p>}
    </section>
  )
}

function Thing({ thing }: { thing: Found }) {
  const t = useTexts('approval')
  return (
    <li className="flex min-w-0 flex-col gap-1">
      <p className="min-w-0 text-base break-words">
        <span className="text-muted">{isKind(thing.kind) ? t(`found.kind.${thing.kind}`) : thing.kind}</span>{' '}
        <span className="font-semibold">
          <VisibleText text={thing.title} />
        </span>{' '}
        <span className="font-mono text-xs break-all text-muted">
          {thing.id !== thing.title && <VisibleText text={thing.id} />}
        </span>
      </p>
      {thing.newValue != null && (
        <p className="numbers min-w-0 text-base break-words">
          <del aria-label={t('found.now', { value: thing.oldValue })}>
            <VisibleText text={thing.oldValue ?? ''} />
          </del>
          {' → '}
          <ins aria-label={t('found.later', { value: thing.newValue })} className="font-semibold no-underline">
            <VisibleText text={thing.newValue} />
          </ins>
        </p>
      )}
      {thing.excerpt && (
        <p dir="ltr" className="min-w-0 border-l-2 pl-2.5 text-sm break-words whitespace-pre-wrap text-muted">
          <VisibleText text={thing.excerpt} />
        </p>
      )}
    </li>
  )
}

const KINDS = [
  'note',
  'task',
  'entity',
  'observation',
  'relation',
  'change',
  'price',
  'stock',
  'folder',
  'writable_folder',
] as const
const isKind = (kind: string): kind is (typeof KINDS)[number] => (KINDS as readonly string[]).includes(kind)
