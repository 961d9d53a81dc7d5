import { Disclosure } from '@/components/disclosure'
import { Icon } from '@/components/icon'
import { useTexts } from '@/lib/text'

import { tailOf } from './tail'

/** What a model thought, folded into one line; its end shows while it comes. */
export function ThinkingLine({ text, coming }: { text: string; coming: boolean }) {
  const t = useTexts('work')
  return (
    <Disclosure
      mark={<Icon name="brain" size={15} />}
      label={
        <>
          {t('thoughts.label')}
          {coming && (
            <span aria-hidden className="ml-1.5 text-muted">
              {tailOf(text)}
            </span>
          )}
        </>
      }
      describe={t('thoughts.open')}
    >
      {() => (
        <p className="max-h-72 overflow-y-auto py-1 text-base break-words whitespace-pre-wrap text-muted">{text}</p>
      )}
    </Disclosure>
  )
}
