import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'

import { api, data } from '@/client/api'
import { Button } from '@/components/button'
import { Dialog } from '@/components/dialog'
import { Field, TextInput } from '@/components/field'
import { useReason } from '@/components/states'
import { notify } from '@/components/toasts'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { readNumber } from './connections'

/** Asks for a daily limit once something is connected that takes money. */
export function FirstLimit({ suggested, onClose }: { suggested: number; onClose: () => void }) {
  const t = useTexts('models')
  const reason = useReason()
  const queries = useQueryClient()
  const [money, setMoney] = useState(String(suggested))
  const amount = readNumber(money)
  const save = useMutation({
    mutationFn: (most: number) =>
      data(api.POST('/api/budgets', { body: { scope: 'everybody', period: 'day', money: most, atLimit: 'wait' } })),
    onSuccess: ({ limit }) => {
      for (const queryKey of [keys.budgets, keys.connections]) void queries.invalidateQueries({ queryKey })
      notify(t('firstLimit.isSet', { name: limit.name }))
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (amount) save.mutate(amount)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('firstLimit.title')}
      actions={
        <>
          <Button onClick={onClose}>{t('firstLimit.none')}</Button>
          <Button look="primary" type="submit" form="first-limit" busy={save.isPending} disabled={!amount}>
            {t('firstLimit.set')}
          </Button>
        </>
      }
    >
      <form id="first-limit" onSubmit={submit} noValidate className="flex flex-col gap-4">
        <p className="text-base">{t('firstLimit.about')}</p>
        <Field
          label={t('firstLimit.money')}
          hint={t('firstLimit.hint')}
          error={save.error ? reason(save.error) : undefined}
        >
          {(control) => (
            <TextInput
              {...control}
              value={money}
              inputMode="decimal"
              autoComplete="off"
              onChange={(event) => setMoney(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
