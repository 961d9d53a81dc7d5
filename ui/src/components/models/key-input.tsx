import { useState } from 'react'

import { IconButton } from '@/components/button'
import { TextInput } from '@/components/field'
import { useTexts } from '@/lib/text'

interface KeyInputProps {
  control: { id: string; 'aria-describedby': string | undefined; 'aria-invalid': boolean | undefined }
  value: string
  onChange: (value: string) => void
  placeholder?: string | undefined
}

/** Where a provider's key is pasted: covered, until one looks. */
export function KeyInput({ control, value, onChange, placeholder }: KeyInputProps) {
  const t = useTexts('models')
  const [shown, setShown] = useState(false)
  return (
    <div className="flex w-full items-start gap-1">
      <TextInput
        {...control}
        type={shown ? 'text' : 'password'}
        value={value}
        placeholder={placeholder}
        autoComplete="new-password"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        maxLength={4000}
        onChange={(event) => onChange(event.target.value)}
        className="font-mono text-sm"
      />
      <IconButton
        icon={shown ? 'eye-slash' : 'eye'}
        label={t(shown ? 'key.hide' : 'key.show')}
        onClick={() => setShown(!shown)}
      />
    </div>
  )
}
