import { useState, type ClipboardEvent } from 'react'

import { IconButton } from '@/components/button'
import { TextArea, TextInput } from '@/components/field'
import { useTexts } from '@/lib/text'

import { LONGEST } from './names'

interface SecretInputProps {
  control: { id: string; 'aria-describedby': string | undefined; 'aria-invalid': boolean | undefined }
  value: string
  onChange: (value: string) => void
}

/** Where a secret is written: covered, of one line or several. */
export function SecretInput({ control, value, onChange }: SecretInputProps) {
  const t = useTexts('tools-credentials')
  const [lines, setLines] = useState(false)
  const [shown, setShown] = useState(false)
  const common = {
    ...control,
    value,
    autoComplete: 'off',
    autoCapitalize: 'off',
    autoCorrect: 'off',
    spellCheck: false,
    maxLength: LONGEST,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  }
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text')
    const text = pasted.replace(/\r\n?/g, '\n')
    if (!text.trim().includes('\n')) return
    // A field of one line would drop the line breaks, and a key without them is none.
    event.preventDefault()
    setLines(true)
    onChange(text)
  }
  return (
    <div className="flex w-full items-start gap-1">
      {lines ? (
        <TextArea {...common} rows={6} className={`font-mono text-sm ${shown ? '' : '[-webkit-text-security:disc]'}`} />
      ) : (
        <TextInput
          {...common}
          autoComplete="new-password"
          type={shown ? 'text' : 'password'}
          onPaste={onPaste}
          className="font-mono text-sm"
        />
      )}
      <IconButton
        icon={shown ? 'eye-slash' : 'eye'}
        label={t(shown ? 'dialog.hide' : 'dialog.show')}
        onClick={() => setShown(!shown)}
      />
      {!lines && <IconButton icon="list" label={t('dialog.lines')} onClick={() => setLines(true)} />}
    </div>
  )
}
