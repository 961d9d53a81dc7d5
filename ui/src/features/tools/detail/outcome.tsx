import { useMemo } from 'react'

import type { Schemas } from '@/client/api'
import { CopyButton } from '@/components/copy-button'
import { Icon } from '@/components/icon'
import { Json } from '@/components/json'
import { useFormat } from '@/lib/format'
import { intoView } from '@/lib/into-view'
import { useTexts } from '@/lib/text'
import { useWhy } from '@/lib/why'

import { PlainText } from '../plain-text'

const KINDS = [
  'network',
  'model',
  'validation',
  'authentication',
  'rate_limit',
  'timeout',
  'tool',
  'budget',
  'cancelled',
] as const
/** More than this at once would make the page slow. */
const MOST_SHOWN = 40_000

/** What came of a call: its result, or why it failed, and how long it took. */
export function Outcome({ outcome }: { outcome: Schemas['ToolTry'] }) {
  const t = useTexts('tools')
  const format = useFormat()
  const say = useWhy()
  const { result, error, why, errorClass, milliseconds } = outcome
  const isText = typeof result === 'string'
  const text = useMemo(() => (isText ? result : (JSON.stringify(result, null, 2) ?? '')), [result, isText])
  const kind = KINDS.find((one) => one === errorClass)
  const failed = error !== null
  const shown = text.slice(0, MOST_SHOWN)
  return (
    <section ref={intoView} aria-label={t('try.result')} className="flex min-w-0 flex-col gap-2">
      <div className="flex min-h-7 items-center gap-2">
        <Icon
          name={failed ? 'x-circle' : 'check-circle'}
          size={18}
          className={failed ? 'text-danger' : 'text-success'}
        />
        <h4 className="font-semibold">{t(failed ? 'try.failed' : 'try.result')}</h4>
        <span className="numbers flex-1 text-sm text-muted">
          {t('try.took', { time: format.duration(milliseconds) })}
        </span>
        {!failed && text !== '' && <CopyButton text={text} label={t('try.copy')} />}
      </div>
      {failed ? (
        <div className="rounded-md bg-danger-soft px-3 py-2.5">
          <p className="break-words whitespace-pre-line">
            <PlainText text={say(why, error)} />
          </p>
          {errorClass && (
            <p className="mt-1 text-sm text-muted">
              {t('try.kind', { kind: kind ? t(`try.kinds.${kind}`) : errorClass })}
            </p>
          )}
        </div>
      ) : result === null || text === '' ? (
        <p className="text-muted">{t('try.nothing')}</p>
      ) : isText ? (
        // One can scroll in it, so one must be able to reach it.
        <div
          tabIndex={0}
          role="group"
          aria-label={t('try.result')}
          className="max-h-96 overflow-auto rounded-md border bg-sunken p-3 break-words whitespace-pre-wrap"
        >
          <PlainText text={shown} />
        </div>
      ) : (
        <Json text={shown} label={t('try.result')} className="max-h-96" />
      )}
      {!failed && text.length > MOST_SHOWN && (
        <p className="text-sm text-muted">
          {t('try.cut', { shown: format.number(MOST_SHOWN), total: format.number(text.length) })}
        </p>
      )}
    </section>
  )
}
