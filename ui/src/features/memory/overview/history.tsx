import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { api, data } from '@/client/api'
import { Button } from '@/components/button'
import { Chip } from '@/components/chip'
import { Icon } from '@/components/icon'
import { Card } from '@/components/page'
import { Empty, Failure, Skeleton, useReason } from '@/components/states'
import { notify } from '@/components/toasts'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { useAddress } from '../address'
import { useChange, useChanges } from '../data'
import type { Change } from '../types'
import { ChangeLine } from './change-line'

const PAGE = 40

/** What happened to a memory, latest first, and taking it back. */
export function History() {
  const t = useTexts('memory')
  const { scope } = useAddress()
  const found = useChanges(scope, PAGE)
  if (found.isPending)
    return (
      <div className="flex flex-col gap-2">
        {Array.from({ length: 8 }, (_, index) => (
          <Skeleton key={index} className="h-13" />
        ))}
      </div>
    )
  if (!found.data) return <Failure error={found.error} onRetry={() => void found.refetch()} />
  const changes = found.data.pages.flatMap((page) => page.changes)
  if (!changes.length)
    return (
      <Empty icon="clock-counter-clockwise" title={t('history.none')}>
        {t('history.noneBody')}
      </Empty>
    )
  return (
    <Card>
      <ul aria-label={t('tabs.history')} className="px-4 py-1.5">
        {changes.map((change) => (
          <Entry key={change.id} change={change} />
        ))}
      </ul>
      <div className="flex justify-center border-t p-3 text-sm text-muted">
        {found.hasNextPage ? (
          <Button
            size="small"
            look="quiet"
            icon="arrow-down"
            busy={found.isFetchingNextPage}
            onClick={() => void found.fetchNextPage()}
          >
            {t('history.more')}
          </Button>
        ) : (
          t('history.beginning')
        )}
      </div>
    </Card>
  )
}

function Entry({ change }: { change: Change }) {
  const t = useTexts('memory')
  const queries = useQueryClient()
  const reason = useReason()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const undo = async () => {
    setBusy(true)
    try {
      await data(api.POST('/api/knowledge/changes/{id}/undo', { params: { path: { id: change.id } } }))
      await queries.invalidateQueries({ queryKey: keys.knowledge })
      notify(t('history.done'))
    } catch (error) {
      notify(reason(error), 'failed')
    } finally {
      setBusy(false)
    }
  }
  return (
    <ChangeLine
      change={change}
      actions={
        <span className="flex shrink-0 items-center gap-1">
          {change.undoneBy && <Chip icon="arrow-counter-clockwise">{t('history.undone')}</Chip>}
          {change.undoable && (
            <Button size="small" icon="arrow-counter-clockwise" busy={busy} onClick={() => void undo()}>
              {t('history.undo')}
            </Button>
          )}
          {change.kind !== 'forgotten' && (
            <Button size="small" look="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
              {t(open ? 'history.hide' : 'history.details')}
              <Icon name={open ? 'caret-up' : 'caret-down'} size={13} />
            </Button>
          )}
        </span>
      }
    >
      {open && <Details id={change.id} />}
    </ChangeLine>
  )
}

function Details({ id }: { id: string }) {
  const t = useTexts('memory')
  const found = useChange(id, true)
  if (found.isPending) return <Skeleton className="mt-2 h-16" />
  if (!found.data) return <Failure error={found.error} onRetry={() => void found.refetch()} className="py-4" />
  const { added, removed } = found.data
  const lines = (things: typeof added) => [
    ...things.entities.map((entity) => (entity.entityType ? `${entity.name} (${entity.entityType})` : entity.name)),
    ...things.observations.map((one) => one.content),
    ...things.relations.map((one) => `${one.from} ${one.relationType} ${one.to}`),
  ]
  const [plus, minus] = [lines(added), lines(removed)]
  if (!plus.length && !minus.length) return <p className="mt-2 text-sm text-muted">{t('history.nothing')}</p>
  return (
    <div className="mt-2 flex max-h-80 flex-col gap-1 overflow-y-auto rounded-md bg-sunken px-3 py-2 text-sm">
      <Lines name={t('history.added')} mark="plus" tone="text-success" lines={plus} />
      <Lines name={t('history.removed')} mark="minus" tone="text-danger" lines={minus} />
    </div>
  )
}

function Lines({
  name,
  mark,
  tone,
  lines,
}: {
  name: string
  mark: 'plus' | 'minus'
  tone: string
  lines: readonly string[]
}) {
  if (!lines.length) return null
  return (
    <ul aria-label={name}>
      {lines.map((line, index) => (
        <li key={index} className="flex gap-2 py-0.5">
          <Icon name={mark} size={13} className={`mt-0.5 ${tone}`} />
          <span className="min-w-0 break-words whitespace-pre-wrap">{line}</span>
        </li>
      ))}
    </ul>
  )
}
