import { useState } from 'react'

import { Button } from '@/components/button'
import { Field, TextArea } from '@/components/field'
import { useTexts } from '@/lib/text'

import { fromConfiguration, Unreadable } from './configuration'
import type { Registration } from './registration'

/** Fills the form from the JSON that READMEs of servers show. */
export function Paste({ onTake }: { onTake: (registration: Registration) => void }) {
  const t = useTexts('tools-servers')
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<Unreadable['reason'] | null>(null)
  const take = () => {
    try {
      onTake(fromConfiguration(text))
      setOpen(false)
      setText('')
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      setProblem(error.reason)
    }
  }
  if (!open) {
    return (
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button size="small" icon="file-text" onClick={() => setOpen(true)}>
          {t('form.paste.open')}
        </Button>
        <span className="text-sm text-muted">{t('form.paste.about')}</span>
      </div>
    )
  }
  return (
    <div className="flex min-w-0 flex-col items-start gap-2">
      <Field
        label={t('form.paste.label')}
        hint={t('form.paste.about')}
        error={problem ? t(`form.paste.${problem}`) : undefined}
        className="w-full"
      >
        {(control) => (
          <TextArea
            {...control}
            autoFocus
            rows={6}
            spellCheck={false}
            value={text}
            placeholder={'{ "mcpServers": { "…": { "command": "…" } } }'}
            className="font-mono text-sm"
            onChange={(event) => {
              setText(event.target.value)
              setProblem(null)
            }}
          />
        )}
      </Field>
      <Button size="small" onClick={take} disabled={!text.trim()}>
        {t('form.paste.take')}
      </Button>
    </div>
  )
}
