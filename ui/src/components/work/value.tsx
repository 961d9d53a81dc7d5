import { CopyButton } from '@/components/copy-button'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

const MOST_SHOWN = 20_000

/** A value as a person can read it: text as text, everything else as indented JSON. */
export function Value({ label, value }: { label: string; value: unknown }) {
  const t = useTexts('work')
  const empty = value === undefined || value === null || (typeof value === 'object' && !Object.keys(value).length)
  const text = empty ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return (
    <section className="min-w-0">
      <div className="flex h-7 items-center gap-1 text-xs font-medium text-muted">
        <span>{label}</span>
        {!empty && <CopyButton text={text} />}
        {empty && <span className="font-normal">· {t('tool.none')}</span>}
      </div>
      {!empty && (
        // It scrolls, also with the keyboard.
        <pre
          tabIndex={0}
          role="group"
          aria-label={label}
          className={cn(
            'max-h-72 overflow-auto rounded-md border bg-sunken p-2.5 font-mono text-xs',
            'leading-5 break-words whitespace-pre-wrap',
          )}
        >
          {text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text}
        </pre>
      )}
    </section>
  )
}
