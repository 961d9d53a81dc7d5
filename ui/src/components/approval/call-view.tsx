import { useState } from 'react'

import { CopyButton } from '@/components/copy-button'
import { Icon } from '@/components/icon'
import { Choice } from '@/components/tabs'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

import { fieldsOf, hiddenIn, jsonOf, type Field } from './fields'
import { VisibleText } from './visible-text'

const SHORT = 60

type View = 'fields' | 'json'

/** A call as it will be made: every argument, whole, and nothing in it hidden. */
export function CallView({ call }: { call: Record<string, unknown> }) {
  const t = useTexts('approval')
  const [view, setView] = useState<View>('fields')
  const fields = fieldsOf(call)
  const hidden = hiddenIn(call)
  return (
    <section aria-label={t('call')} className="flex min-w-0 flex-col gap-2 rounded-md border bg-sunken/60 p-3">
      <div className="flex min-h-7 flex-wrap items-center gap-x-2 gap-y-1">
        <p className="min-w-0 flex-1 text-sm font-medium text-muted">{t('call')}</p>
        {fields.length > 0 && (
          <>
            <CopyButton text={() => jsonOf(call)} />
            <Choice<View>
              size="small"
              label={t('view')}
              value={view}
              onChange={setView}
              options={[
                { value: 'fields', label: t('fields') },
                { value: 'json', label: t('json') },
              ]}
            />
          </>
        )}
      </div>
      {hidden > 0 && (
        <p className="flex items-start gap-1.5 text-sm text-warning">
          <Icon name="eye-slash" size={16} className="mt-px" />
          <span className="min-w-0">{t('hidden', { count: hidden })}</span>
        </p>
      )}
      {!fields.length ? (
        <p className="text-base text-muted">{t('noArguments')}</p>
      ) : view === 'json' ? (
        <Whole label={t('json')} text={jsonOf(call)} mono />
      ) : (
        <dl className="flex min-w-0 flex-col gap-2.5">
          {fields.map((field) => (
            <FieldView key={field.name} field={field} />
          ))}
        </dl>
      )}
    </section>
  )
}

function FieldView({ field }: { field: Field }) {
  const t = useTexts('approval')
  const { name, kind, text } = field
  const short = text.length <= SHORT && !text.includes('\n')
  return (
    <div
      className={cn(
        'min-w-0',
        short && 'sm:grid sm:grid-cols-[minmax(80px,140px)_minmax(0,1fr)] sm:items-baseline sm:gap-3',
      )}
    >
      <dt className="pb-0.5 font-mono text-xs break-all text-muted">
        <VisibleText text={name} />
      </dt>
      <dd className="min-w-0">
        {text === '' ? (
          <span className="text-base text-muted">{t('empty')}</span>
        ) : short ? (
          <span
            dir="ltr"
            className={cn('break-words whitespace-pre-wrap', kind === 'json' ? 'font-mono text-sm' : 'text-base')}
          >
            <VisibleText text={text} />
          </span>
        ) : (
          <Whole label={name} text={text} mono={kind === 'json'} />
        )}
      </dd>
    </div>
  )
}

/** A long text that scrolls, also with the keyboard. */
function Whole({ label, text, mono }: { label: string; text: string; mono: boolean }) {
  return (
    <pre
      tabIndex={0}
      role="group"
      dir="ltr"
      aria-label={label}
      className={cn(
        'max-h-72 overflow-auto rounded-md border bg-surface p-2.5 break-words whitespace-pre-wrap',
        mono ? 'font-mono text-xs leading-5' : 'font-sans text-base',
      )}
    >
      <VisibleText text={text} />
    </pre>
  )
}
