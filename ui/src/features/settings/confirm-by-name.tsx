import { useState } from 'react'

import { Button } from '@/components/button'
import { Dialog } from '@/components/dialog'
import { Field, TextInput } from '@/components/field'
import { useReason } from '@/components/states'
import { useTexts } from '@/lib/text'

interface ConfirmByNameProps {
  name: string
  title: string
  body: string
  action: string
  /** Does it; what it throws is shown. */
  onConfirm: () => Promise<void>
  onClose: () => void
}

/** Asks for a name to be typed before something is deleted for good. */
export function ConfirmByName({ name, title, body, action, onConfirm, onClose }: ConfirmByNameProps) {
  const t = useTexts('settings')
  const shared = useTexts('shared')
  const reason = useReason()
  const [typed, setTyped] = useState('')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const right = typed.trim() === name
  const confirm = async () => {
    setTried(true)
    if (!right || busy) return
    setBusy(true)
    setProblem('')
    try {
      await onConfirm()
    } catch (error) {
      setProblem(reason(error))
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={body}
      actions={
        <>
          <Button onClick={onClose}>{shared('cancel')}</Button>
          <Button look="danger" icon="trash" busy={busy} onClick={() => void confirm()}>
            {action}
          </Button>
        </>
      }
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void confirm()
        }}
      >
        <Field
          label={t('account.eraseField', { name })}
          error={problem || (tried && !right ? t('account.eraseNo') : undefined)}
        >
          {(control) => (
            <TextInput
              {...control}
              value={typed}
              autoComplete="off"
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
