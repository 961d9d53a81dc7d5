import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState, type ReactNode } from 'react'

import { ApiError } from '@/client/api'
import { Button, IconButton } from '@/components/button'
import { Chip, type Tone } from '@/components/chip'
import { Dialog } from '@/components/dialog'
import { Icon } from '@/components/icon'
import type { InterfaceIcon } from '@/components/icon-names'
import { Menu, MenuItem } from '@/components/menu'
import { Empty, Failure, Skeleton, useReason } from '@/components/states'
import { notify, undoable } from '@/components/toasts'
import { useFormat } from '@/lib/format'
import { useWhy, type Why } from '@/lib/why'
import { useLive } from '@/live/store'

import { Actions } from './actions'
import { newest } from './newest'
import { request } from './request'

/** What of a connection is shown whatever it leads to. */
interface Connection {
  state: string
  checkedAt: string | null
  reason: string | null
  why: Why | null
}

type Say = (key: string, values?: Record<string, unknown>) => string

/** What can be done with a connection, beside checking and removing it. */
interface Act {
  icon: InterfaceIcon
  label: string
  onSelect: () => void
}

interface Acts<T> {
  /** Sends a change of it, and says `said` of what it is then. */
  change: (body: unknown, said: (now: T) => string) => void
  replace: () => void
}

interface ConnectionsProps<T extends Connection> {
  /**
   * Says `list`, `none`, `noneBody`, `add`, `checked` with `when`, `unchecked`, `states.…`, `check`, `checkOne`, `works`,
   * `more`, `remove` and `removed`, the last five with `name`.
   */
  t: Say
  icon: InterfaceIcon
  /** The endpoint that lists them; one is at `<address>/<id>`, and is asked anew at `<address>/<id>/check`. */
  address: string
  /** Takes them out of its answer. */
  among: (answer: unknown) => T[]
  id: (one: T) => string
  name: (one: T) => string
  /** How each state looks, and which icon it has. */
  looks: Record<string, readonly [Tone, InterfaceIcon]>
  mayAdd: boolean
  mayChange: (one: T) => boolean
  chips?: (one: T) => ReactNode
  /** What is told of one before and after when it was checked. */
  place?: (one: T) => ReactNode
  about?: (one: T) => ReactNode
  /** Whether its reason is but a remark. */
  remark?: (one: T) => boolean
  acts: (one: T, acts: Acts<T>) => Act[]
  /** Takes what opens one: a new one where there is no `one`, the first of all where `first`. */
  dialog: (given: { one?: T; first: boolean; onKept: () => void; onClose: () => void }) => ReactNode
}

/** Connections to something outside, each with how it stands: added, checked, changed, and removed with a way back. */
export function Connections<T extends Connection>(given: ConnectionsProps<T>) {
  const { t, icon, address, among, id, name, mayAdd, dialog } = given
  const reason = useReason()
  const why = useWhy()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const [checking, setChecking] = useState<string | null>(null)
  const [editing, setEditing] = useState<T | 'new' | null>(null)
  const at = (one: T) => `${address}/${id(one)}`
  const failed = (error: unknown) => notify(reason(error), 'failed')

  const found = useQuery({
    queryKey: ['connections', address],
    queryFn: async () => among(await request('GET', address)),
  })
  const { refetch } = found
  const read = async () => void (await refetch())
  useEffect(() => {
    let last = useLive.getState().facts.at(-1)
    return useLive.subscribe(({ facts }) => {
      const changed = newest(facts, last).some(({ kind }) => kind === 'credential.changed')
      last = facts.at(-1)
      if (changed) void refetch()
    })
  }, [refetch])

  const check = async (one: T) => {
    setChecking(id(one))
    try {
      const now = (await request('POST', `${at(one)}/check`)) as T
      if (now.state === 'ok') notify(t('works', { name: name(now) }))
      else notify(why(now.why, now.reason ?? t(`states.${now.state}`)), given.remark?.(now) ? 'note' : 'failed')
      await read()
    } catch (error) {
      failed(error)
    } finally {
      setChecking(null)
    }
  }
  const change = async (one: T, body: unknown, said: (now: T) => string) => {
    try {
      notify(said((await request('PUT', at(one), body)) as T))
      await read()
    } catch (error) {
      failed(error)
    }
  }
  const remove = (one: T) => {
    const show = () => setHidden((now) => new Set([...now].filter((other) => other !== id(one))))
    const commit = async () => {
      try {
        await request('DELETE', at(one))
        await read()
      } catch (error) {
        failed(error)
      }
      // The same one may be added again.
      show()
    }
    setHidden((now) => new Set([...now, id(one)]))
    undoable(t('removed', { name: name(one) }), () => void commit(), show)
  }

  const shown = (found.data ?? []).filter((one) => !hidden.has(id(one)))
  const add = mayAdd && (
    <Button icon="plus" onClick={() => setEditing('new')}>
      {t('add')}
    </Button>
  )
  return (
    <>
      {add && shown.length > 0 && <Actions>{add}</Actions>}
      {found.isPending ? (
        <Skeleton className="h-16" />
      ) : found.error && !found.data ? (
        <Failure error={found.error} onRetry={() => void read()} />
      ) : shown.length > 0 ? (
        <ul aria-label={t('list')} className="flex min-w-0 flex-col divide-y rounded-lg border">
          {shown.map((one) => (
            <Line
              key={id(one)}
              given={given}
              one={one}
              checking={checking === id(one)}
              onCheck={() => void check(one)}
              onRemove={() => remove(one)}
              acts={given.acts(one, {
                change: (body, said) => void change(one, body, said),
                replace: () => setEditing(one),
              })}
            />
          ))}
        </ul>
      ) : (
        <Empty icon={icon} title={t('none')} action={add || undefined}>
          {t('noneBody')}
        </Empty>
      )}
      {editing !== null &&
        dialog({
          ...(editing === 'new' ? {} : { one: editing }),
          first: shown.length === 0,
          onKept: () => void read(),
          onClose: () => setEditing(null),
        })}
    </>
  )
}

interface LineProps<T extends Connection> {
  given: ConnectionsProps<T>
  one: T
  checking: boolean
  onCheck: () => void
  onRemove: () => void
  acts: Act[]
}

function Line<T extends Connection>({ given, one, checking, onCheck, onRemove, acts }: LineProps<T>) {
  const { t, icon } = given
  const format = useFormat()
  const why = useWhy()
  const name = given.name(one)
  const [tone, sign] = given.looks[one.state] ?? (['neutral', 'question'] as const)
  const checked = one.checkedAt ? t('checked', { when: format.ago(one.checkedAt) }) : t('unchecked')
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2 p-3 text-sm text-muted">
      <span aria-hidden className="hidden size-9 shrink-0 place-items-center rounded-full bg-sunken md:grid">
        <Icon name={icon} size={18} />
      </span>
      <div className="flex min-w-0 flex-[1_1_240px] flex-col gap-1">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-md text-ink">
          <span className="min-w-0 font-medium break-words">{name}</span>
          {given.chips?.(one)}
          <Chip tone={tone} icon={sign}>
            {t(`states.${one.state}`)}
          </Chip>
        </div>
        <p className="break-words">
          {given.place?.(one)}
          {checked}
        </p>
        {one.reason && (
          <p className={given.remark?.(one) ? 'break-words text-warning' : 'break-words text-danger'}>
            {why(one.why, one.reason)}
          </p>
        )}
        {given.about?.(one)}
      </div>
      {given.mayChange(one) && (
        <div className="ml-auto flex shrink-0 items-center gap-1">
          <Button size="small" busy={checking} aria-label={t('checkOne', { name })} onClick={onCheck}>
            {t('check')}
          </Button>
          <Menu trigger={<IconButton icon="dots-three-vertical" label={t('more', { name })} />}>
            {acts.map((act) => (
              <MenuItem key={act.label} icon={act.icon} onSelect={act.onSelect}>
                {act.label}
              </MenuItem>
            ))}
            <MenuItem icon="trash" danger onSelect={onRemove}>
              {t('remove')}
            </MenuItem>
          </Menu>
        </div>
      )}
    </li>
  )
}

interface ConnectionDialogProps {
  /** Says `dialog.cancel` and, as the words of the button, `dialog.change` or `dialog.save`; `dialog.tries`. */
  t: Say
  title: string
  /** Whether it is a new one. */
  fresh: boolean
  /** Whether something has to be filled in before it can be sent. */
  lacking: boolean
  /** Fields that show themselves what is wrong with them. */
  fields: readonly string[]
  /** Sends it, and returns what is said then. */
  save: () => Promise<string>
  onKept: () => void
  onClose: () => void
  /** The form, of whether it was tried and of what is wrong with a field. */
  children: (tried: boolean, wrong: (field: string) => string | undefined, anew: () => void) => ReactNode
}

/** Takes what opens a connection; the server tries it before it is kept, and says what is wrong with it. */
export function ConnectionDialog(given: ConnectionDialogProps) {
  const { t, title, fresh, lacking, fields, save, onKept, onClose, children } = given
  const form = useId()
  const reason = useReason()
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<unknown>(null)
  const field = refused instanceof ApiError ? refused.field : undefined
  const wrong = (name: string) => (refused instanceof ApiError && field === name ? refused.message : undefined)
  const send = async () => {
    setBusy(true)
    setRefused(null)
    try {
      notify(await save())
      onKept()
      // The dialog goes, and nothing of the secret stays in the page.
      onClose()
    } catch (error) {
      setRefused(error)
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={t('dialog.tries')}
      actions={
        <>
          <Button onClick={onClose}>{t('dialog.cancel')}</Button>
          <Button look="primary" type="submit" form={form} busy={busy}>
            {t(fresh ? 'dialog.save' : 'dialog.change')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        autoComplete="off"
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (!lacking) void send()
        }}
      >
        {children(tried, wrong, () => {
          setTried(false)
          setRefused(null)
        })}
        {refused !== null && !(field && fields.includes(field)) && (
          <p role="alert" className="break-words text-danger">
            {reason(refused)}
          </p>
        )}
      </form>
    </Dialog>
  )
}

interface TickProps {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}

/** A box that is ticked, with its words beside it. */
export function Tick({ label, checked, onChange }: TickProps) {
  return (
    <label className="flex items-center gap-2.5">
      <input
        type="checkbox"
        className="size-4 shrink-0 accent-accent"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  )
}
