import type { ReactNode } from 'react'

import { Field, TextArea } from '@/components/field'
import { Icon } from '@/components/icon'
import { Choice } from '@/components/tabs'
import { intoView } from '@/lib/into-view'
import { useTexts } from '@/lib/text'

import { Drop } from './drop'
import type { LinesFile } from './use-lines-file'

interface LinesInputProps {
  file: LinesFile
  /** Why the server did not take it. */
  refused: string
  /** More about that. */
  children?: ReactNode
}

/** Where a file of messages is given. */
export function LinesInput({ file, refused, children }: LinesInputProps) {
  const t = useTexts('routing-lines')
  const { content, name, format } = file
  const said = file.problem || refused
  return (
    <div className="flex flex-col gap-4">
      <Drop onText={file.take} onProblem={file.setProblem} />
      <Field label={name ? t('name', { name }) : t('paste')}>
        {(control) => (
          <TextArea
            {...control}
            rows={6}
            spellCheck={false}
            value={content}
            onChange={(event) => file.take(event.target.value, name)}
            className="font-mono text-sm"
            placeholder={'text,agent,last_agent\nIs there snow in the Alps?,ski,'}
          />
        )}
      </Field>
      {content.trim() && (
        <div className="flex flex-wrap items-center gap-3">
          <span className="text-sm font-medium">{t('format')}</span>
          <Choice
            size="small"
            label={t('format')}
            value={format}
            onChange={file.setFormat}
            options={[
              { value: 'csv', label: t('csv') },
              { value: 'jsonl', label: t('jsonl') },
            ]}
          />
        </div>
      )}
      {said && (
        <p
          ref={intoView}
          role="alert"
          className="flex items-start gap-1.5 rounded-md bg-danger-soft px-3 py-2 text-danger"
        >
          <Icon name="warning-circle" size={17} className="mt-0.5" />
          <span className="min-w-0 break-words">{said}</span>
        </p>
      )}
      {children}
    </div>
  )
}
