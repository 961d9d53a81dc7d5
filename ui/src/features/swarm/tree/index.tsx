import { useCallback, useMemo, useState } from 'react'

import { Button, IconButton } from '@/components/button'
import { Failure, Skeleton } from '@/components/states'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { useAddress } from '../address'
import { useMembers, useResidents } from '../data'
import { groupOf, type ResidentState } from '../state'
import { useStateWords } from '../state-words'
import type { Resident, Swarm } from '../types'
import { useStates } from '../use-states'
import { AddResident } from './add'
import { FILTERED_FROM, Filter, NO_FILTER } from './filter'
import { ROW_HEIGHT, useTreeKeys } from './keys'
import { Row } from './row'
import { ancestorsOf, closedAtFirst, rowsOf } from './rows'

const NONE: readonly Resident[] = []
const ASLEEP: ResidentState = { kind: 'sleeping', tool: '', whom: [], retryAt: null }

/** Who lives in the swarm, below whoever created them, and what each does now. */
export function ResidentsTree({ swarm }: { swarm: Swarm }) {
  const t = useTexts('swarm')
  const format = useFormat()
  const residents = useResidents(swarm.id)
  const all = residents.data ?? NONE
  const [adding, setAdding] = useState<{ parent: string | null } | null>(null)
  return (
    <section aria-labelledby="swarm-residents" className="flex min-h-0 flex-1 flex-col">
      <div className="flex h-11 shrink-0 items-center gap-1 pr-2 pl-4">
        <h2 id="swarm-residents" className="min-w-0 flex-1 truncate text-sm font-semibold">
          {t('residentsTitle')} <span className="numbers font-normal text-muted">{format.number(swarm.residents)}</span>
        </h2>
        <IconButton icon="plus" size="small" label={t('tree.add')} onClick={() => setAdding({ parent: null })} />
      </div>
      {residents.isPending ? (
        <div className="flex flex-col gap-1 px-3">
          {[0, 1, 2].map((one) => (
            <Skeleton key={one} className="h-11" />
          ))}
        </div>
      ) : residents.error && !residents.data ? (
        <Failure error={residents.error} onRetry={() => void residents.refetch()} className="py-6" />
      ) : all.length ? (
        <Tree swarm={swarm} residents={all} onAdd={(parent) => setAdding({ parent })} />
      ) : (
        <p className="px-4 py-2 text-sm text-muted">{t('tree.empty')}</p>
      )}
      {adding && <AddResident swarm={swarm} parentId={adding.parent} onClose={() => setAdding(null)} />}
    </section>
  )
}

function Tree({
  swarm,
  residents,
  onAdd,
}: {
  swarm: Swarm
  residents: readonly Resident[]
  onAdd: (parent: string) => void
}) {
  const t = useTexts('swarm')
  const { resident: chosen, go } = useAddress()
  const members = useMembers(swarm.id)
  const words = useStateWords(members)
  const states = useStates(swarm.id)
  const [filter, setFilter] = useState(NO_FILTER)
  const [closed, setClosed] = useState<ReadonlySet<string>>(() => {
    // Whose mind is open is in view.
    const hidden = new Set(closedAtFirst(residents))
    for (const id of chosen ? ancestorsOf(residents, chosen) : []) hidden.delete(id)
    return hidden
  })
  const stateOf = (id: string) => states.get(id) ?? ASLEEP
  const sought = filter.text.trim().toLowerCase()
  const fits = useMemo(() => {
    if (!sought && !filter.group) return null
    return ({ id, name, role }: Resident) =>
      (!sought || name.toLowerCase().includes(sought) || role.toLowerCase().includes(sought)) &&
      (!filter.group || groupOf(states.get(id) ?? ASLEEP) === filter.group)
  }, [sought, filter.group, states])
  const rows = useMemo(() => rowsOf(residents, closed, fits), [residents, closed, fits])

  const toggle = useCallback((id: string) => {
    setClosed((now) => {
      const next = new Set(now)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }, [])
  const open = useCallback((id: string) => go({ resident: id, turn: undefined }), [go])
  const { active, setActive, onKeyDown, scroller, lines, prefix } = useTreeKeys(rows, { toggle, open })
  return (
    <>
      {residents.length > FILTERED_FROM && <Filter filter={filter} onChange={setFilter} states={states} />}
      {rows.length ? (
        <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
          <div
            role="tree"
            aria-label={t('tree.label')}
            // The tree has the focus, and tells which row the keyboard stands on.
            tabIndex={0}
            aria-activedescendant={active ? `${prefix}-${active}` : undefined}
            onKeyDown={onKeyDown}
            className="group/tree relative focus-visible:outline-none"
            style={{ height: lines.getTotalSize() }}
          >
            {lines.getVirtualItems().map(({ index, start }) => {
              const row = rows[index]!
              const { id } = row.resident
              return (
                <div
                  key={id}
                  id={`${prefix}-${id}`}
                  role="treeitem"
                  aria-labelledby={`${prefix}-${id}-name`}
                  aria-level={row.level}
                  aria-posinset={row.position}
                  aria-setsize={row.siblings}
                  aria-expanded={row.open ?? undefined}
                  aria-selected={id === chosen}
                  className="absolute inset-x-0 top-0"
                  style={{ height: ROW_HEIGHT, transform: `translateY(${start}px)` }}
                  onPointerDown={() => setActive(id)}
                >
                  <Row
                    domId={`${prefix}-${id}`}
                    row={row}
                    state={stateOf(id)}
                    words={words(stateOf(id))}
                    active={id === active}
                    selected={id === chosen}
                    onOpen={open}
                    onToggle={toggle}
                    onAdd={onAdd}
                  />
                </div>
              )
            })}
          </div>
        </div>
      ) : (
        <div className="flex flex-col items-start gap-2 px-4 py-3">
          <p className="text-sm text-muted">{t('tree.none')}</p>
          <Button size="small" onClick={() => setFilter(NO_FILTER)}>
            {t('tree.clear')}
          </Button>
        </div>
      )}
    </>
  )
}
