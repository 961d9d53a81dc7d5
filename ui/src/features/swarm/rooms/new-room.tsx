import { useMemo, useState } from 'react'

import { Button } from '@/components/button'
import { Dialog } from '@/components/dialog'
import { Field, TextInput } from '@/components/field'
import { useTexts } from '@/lib/text'

import { useAddress } from '../address'
import { useMembers } from '../data'
import { MemberPicker } from './member-picker'
import { useRoomActs } from './use-acts'

const LONGEST_NAME = 80

/** Asks how a new group is called and who is in it; the person is. */
export function NewRoom({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTexts('swarm-rooms')
  return (
    <Dialog open={open} onClose={onClose} title={t('new.title')} description={t('new.about')}>
      <Form onClose={onClose} />
    </Dialog>
  )
}

function Form({ onClose }: { onClose: () => void }) {
  const t = useTexts('swarm-rooms')
  const shared = useTexts('shared')
  const { swarmId, go } = useAddress()
  const members = useMembers(swarmId)
  const acts = useRoomActs(swarmId)
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const residents = useMemo(() => [...members.values()].filter((one) => !one.isPerson), [members])
  const create = async () => {
    setTried(true)
    if (!name.trim() || busy) return
    setBusy(true)
    const room = await acts.create(name.trim(), [...chosen])
    setBusy(false)
    if (!room) return
    onClose()
    go({ room: room.id, view: undefined, mail: undefined })
  }
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void create()
      }}
    >
      <Field label={t('new.name')} error={tried && !name.trim() ? t('new.nameMissing') : undefined}>
        {(control) => (
          <TextInput
            {...control}
            value={name}
            maxLength={LONGEST_NAME}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <MemberPicker label={t('new.members')} from={residents} chosen={chosen} onChange={setChosen} />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{shared('cancel')}</Button>
        <Button type="submit" look="primary" busy={busy}>
          {t('new.create')}
        </Button>
      </div>
    </form>
  )
}
