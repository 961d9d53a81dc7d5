import { useState } from 'react'

import { api, data, root } from '@/client/api'
import { Button, buttonLook } from '@/components/button'
import { Dialog } from '@/components/dialog'
import { Field, TextInput } from '@/components/field'
import { Icon } from '@/components/icon'
import { useReason } from '@/components/states'
import { useTexts } from '@/lib/text'

/** Taking everything along, and being forgotten. */
export function Leaving({ name }: { name: string }) {
  const t = useTexts('settings')
  const [erasing, setErasing] = useState(false)
  return (
    <ul className="mt-5 flex flex-col divide-y rounded-md border">
      <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-3">
        <div className="min-w-0 flex-1 basis-60">
          <h3 className="font-medium">{t('account.take')}</h3>
          <p className="text-sm text-muted">{t('account.takeAbout')}</p>
        </div>
        <a href={`${root}/api/account/export`} download className={buttonLook()}>
          <Icon name="download-simple" size={17} />
          {t('account.download')}
        </a>
      </li>
      <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-3">
        <div className="min-w-0 flex-1 basis-60">
          <h3 className="font-medium">{t('account.erase')}</h3>
          <p className="text-sm text-muted">{t('account.eraseAbout')}</p>
        </div>
        <Button look="danger" icon="trash" onClick={() => setErasing(true)}>
          {t('account.erase')}
        </Button>
      </li>
      {erasing && <Erase name={name} onClose={() => setErasing(false)} />}
    </ul>
  )
}

function Erase({ name, onClose }: { name: string; onClose: () => void }) {
  const t = useTexts('settings')
  const shared = useTexts('shared')
  const reason = useReason()
  const [typed, setTyped] = useState('')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const right = typed.trim() === name
  const erase = async () => {
    setTried(true)
    if (!right || busy) return
    setBusy(true)
    setProblem('')
    try {
      await data(api.POST('/api/account/erase', { body: { confirm: name } }))
      location.assign(`${root}/`)
    } catch (error) {
      setProblem(reason(error))
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('account.eraseTitle')}
      description={t('account.eraseBody')}
      actions={
        <>
          <Button onClick={onClose}>{shared('cancel')}</Button>
          <Button look="danger" icon="trash" busy={busy} onClick={() => void erase()}>
            {t('account.eraseDo')}
          </Button>
        </>
      }
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void erase()
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
