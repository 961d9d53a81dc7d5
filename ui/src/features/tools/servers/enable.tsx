import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'

import { api, data } from '@/client/api'
import { Button } from '@/components/button'
import { Dialog } from '@/components/dialog'
import { Field, Select } from '@/components/field'
import { Skeleton, useReason } from '@/components/states'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { CredentialDialog } from '../credentials/dialog'
import { isKept } from '../credentials/names'
import type { Server } from './registration'
import { titleOf } from './use-servers'

interface EnableDialogProps {
  server: Server
  enable: (credentials: Record<string, string>) => Promise<void>
  onClose: () => void
}

/** Asks which of the person's credentials a server is to use, and enables it with them. */
export function EnableDialog({ server, enable, onClose }: EnableDialogProps) {
  const t = useTexts('tools-servers')
  const shared = useTexts('shared')
  const reason = useReason()
  const had = server.connection.credentials
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>(had)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [adding, setAdding] = useState<string | null>(null)
  const found = useQuery({ queryKey: keys.credentials, queryFn: () => data(api.GET('/api/credentials')) })
  const mine = found.data?.credentials.filter((one) => !isKept(one)) ?? []
  const isOn = server.connection.state !== 'disabled'
  const lacks = (name: string) => !mine.some((one) => one.name === chosen[name])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    setError(null)
    if (server.credentials.some((one) => one.required !== false && lacks(one.name))) return
    setBusy(true)
    try {
      await enable(
        Object.fromEntries(Object.entries(chosen).filter(([name, credential]) => credential && !lacks(name))),
      )
      onClose()
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }
  return (
    <>
      <Dialog
        open
        onClose={onClose}
        title={t(isOn ? 'choose.changeTitle' : 'choose.title', { name: titleOf(server) })}
        description={t('choose.about')}
        actions={
          <>
            <Button onClick={onClose}>{shared('cancel')}</Button>
            <Button look="primary" type="submit" form="enable-server" busy={busy}>
              {t(isOn ? 'choose.save' : 'choose.do')}
            </Button>
          </>
        }
      >
        <form id="enable-server" onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-4">
          {found.isPending ? (
            <Skeleton className="h-16" />
          ) : (
            server.credentials.map((needed) => (
              <Field
                key={needed.name}
                label={needed.name}
                hint={needed.description}
                error={tried && needed.required !== false && lacks(needed.name) ? t('choose.required') : undefined}
              >
                {(control) => (
                  <div className="flex gap-2">
                    <Select
                      {...control}
                      className="flex-1"
                      value={lacks(needed.name) ? '' : chosen[needed.name]}
                      onChange={(event) => setChosen({ ...chosen, [needed.name]: event.target.value })}
                    >
                      <option value="">{t(needed.required === false ? 'choose.without' : 'choose.none')}</option>
                      {mine.map((one) => (
                        <option key={one.id} value={one.name}>
                          {one.description ? `${one.name} (${one.description})` : one.name}
                        </option>
                      ))}
                    </Select>
                    <Button icon="plus" onClick={() => setAdding(needed.name)}>
                      {t('choose.add')}
                    </Button>
                  </div>
                )}
              </Field>
            ))
          )}
          {(error ?? found.error) !== null && (
            <p role="alert" className="break-words text-danger">
              {reason(error ?? found.error)}
            </p>
          )}
        </form>
      </Dialog>
      {adding !== null && (
        <CredentialDialog
          onClose={() => setAdding(null)}
          onDone={(credential) => setChosen((now) => ({ ...now, [adding]: credential.name }))}
        />
      )}
    </>
  )
}
