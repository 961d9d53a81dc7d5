import { useContext, type ReactNode } from 'react'

import { Button } from '@/components/button'
import { Icon } from '@/components/icon'
import { useWarningText } from '@/components/lint-words'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import type { Draft } from '../draft'
import { RemarksContext } from './remarks'
import { SECTIONS } from './sections'
import { goTo } from './outline'

/** Says that the agent was changed elsewhere while it is edited here, and asks whose changes count. */
export function ChangedElsewhere({
  fields,
  onTheirs,
  onMine,
}: {
  fields: readonly (keyof Draft)[]
  onTheirs: () => void
  onMine: () => void
}) {
  const t = useTexts('agents-editor')
  const format = useFormat()
  return (
    <Notice
      title={t('elsewhere.title')}
      actions={
        <>
          <Button size="small" onClick={onTheirs}>
            {t('elsewhere.theirs')}
          </Button>
          <Button size="small" onClick={onMine}>
            {t('elsewhere.mine')}
          </Button>
        </>
      }
    >
      {t('elsewhere.body', { fields: format.list(fields.map((field) => t(`fields.${field}`))) })}{' '}
      {t('elsewhere.mineAbout')}
    </Notice>
  )
}

/** Says that the agent was deleted elsewhere while it is edited here. */
export function DeletedElsewhere({ onAgain, onLeave }: { onAgain: () => void; onLeave: () => void }) {
  const t = useTexts('agents-editor')
  return (
    <Notice
      title={t('elsewhere.goneTitle')}
      actions={
        <>
          <Button size="small" onClick={onLeave}>
            {t('elsewhere.leave')}
          </Button>
          <Button size="small" onClick={onAgain}>
            {t('elsewhere.again')}
          </Button>
        </>
      }
    >
      {t('elsewhere.goneBody')}
    </Notice>
  )
}

function Notice({ title, actions, children }: { title: string; actions: ReactNode; children: ReactNode }) {
  return (
    <div
      role="alert"
      className="flex animate-rise flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-info-soft px-4 py-3"
    >
      <Icon name="users-three" size={20} className="text-info" />
      <div className="min-w-52 flex-1">
        <p className="font-semibold">{title}</p>
        <p className="text-base text-muted">{children}</p>
      </div>
      <div className="flex gap-2">{actions}</div>
    </div>
  )
}

/** What may surprise the author, all in one place; each leads to its field. */
export function Warnings() {
  const t = useTexts('agents-editor')
  const write = useWarningText()
  const { warnings } = useContext(RemarksContext)
  if (!warnings.length) return null
  return (
    <details className="rounded-lg border bg-surface px-4 py-2.5 text-warning">
      <summary className="font-medium">{t('warnings', { count: warnings.length })}</summary>
      <p className="mt-1 text-base text-muted">{t('warningsAbout')}</p>
      <ul className="mt-1 flex max-h-60 flex-col overflow-y-auto">
        {warnings.map((warning, index) => {
          const section =
            SECTIONS.find(({ fields }) => fields.includes(warning.field as keyof Draft))?.name ?? 'purpose'
          return (
            <li key={index}>
              <button
                type="button"
                onClick={() => goTo(section)}
                className={cn(
                  'flex min-h-7 w-full items-start gap-1.5 rounded-sm px-1 py-1 text-left text-base',
                  'text-ink hover:bg-hover',
                )}
              >
                <Icon name="warning" size={15} className="mt-0.5 text-warning" />
                <span className="min-w-0 break-words">{write(warning)}</span>
              </button>
            </li>
          )
        })}
      </ul>
    </details>
  )
}
