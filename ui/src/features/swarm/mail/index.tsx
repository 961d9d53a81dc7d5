import { useState } from 'react'

import { Button } from '@/components/button'
import { SearchInput, Select } from '@/components/field'
import { Icon } from '@/components/icon'
import { Empty, Failure, Skeleton } from '@/components/states'
import { cn } from '@/lib/cn'
import { useDebounced } from '@/lib/debounced'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { useMembers } from '../data'
import { useRoomsById } from '../rooms/use-rooms'
import type { Swarm } from '../types'
import { FoundMail } from './row'
import { useMailSearch, type MailFilter } from './use-search'

const PAUSE_MS = 250
const NO_FILTER: MailFilter = { search: '', member: '', dead: false }

/** All mail of a swarm: searched, by member, and what nobody could read. */
export function MailView({ swarm }: { swarm: Swarm }) {
  const t = useTexts('swarm-rooms')
  const format = useFormat()
  const members = useMembers(swarm.id)
  const rooms = useRoomsById(swarm.id)
  const [filter, setFilter] = useState(NO_FILTER)
  const search = useDebounced(filter.search.trim(), PAUSE_MS)
  const found = useMailSearch(swarm.id, { ...filter, search })
  const filtered = search !== '' || filter.member !== '' || filter.dead
  const change = (changes: Partial<MailFilter>) => setFilter((now) => ({ ...now, ...changes }))
  return (
    <section aria-label={t('search.title')} className="flex min-h-0 flex-1 flex-col">
      <div role="search" className="flex shrink-0 flex-wrap items-center gap-2 border-b px-3 py-2.5 sm:px-4">
        <SearchInput
          value={filter.search}
          onChange={(search) => change({ search })}
          label={t('search.label')}
          className="min-w-0 flex-[1_1_14rem]"
          maxLength={200}
        />
        <Select
          aria-label={t('search.member')}
          value={filter.member}
          onChange={(event) => change({ member: event.target.value })}
          className="max-w-44"
        >
          <option value="">{t('search.everybody')}</option>
          {[...members.values()].map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </Select>
        <button
          type="button"
          aria-pressed={filter.dead}
          onClick={() => change({ dead: !filter.dead })}
          className={cn(
            'flex h-9 items-center gap-1.5 rounded-md border px-3 font-medium transition-colors duration-120',
            filter.dead
              ? 'border-danger/40 bg-danger-soft text-danger'
              : 'border-line-strong bg-surface hover:bg-hover',
          )}
        >
          <Icon name="warning-circle" size={16} />
          {t('search.dead')}
          {swarm.dead > 0 && <span className="numbers text-sm">{format.number(swarm.dead)}</span>}
        </button>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto w-full max-w-[920px] px-1 py-2 sm:px-2">
          {found.isPending && [0, 1, 2, 3].map((one) => <Skeleton key={one} className="mx-3 my-2 h-16" />)}
          {found.error && !found.data && <Failure error={found.error} onRetry={() => void found.refetch()} />}
          {found.data && !found.mails.length && (
            <Nothing filter={{ ...filter, search }} filtered={filtered} onClear={() => setFilter(NO_FILTER)} />
          )}
          <ul aria-label={t('search.results')} aria-busy={found.isPlaceholderData} className="flex flex-col gap-px">
            {found.mails.map((mail) => (
              <FoundMail key={mail.id} mail={mail} room={rooms.get(mail.roomId)} members={members} search={search} />
            ))}
          </ul>
          {found.hasNextPage && (
            <div className="flex justify-center py-3">
              <Button
                size="small"
                look="quiet"
                busy={found.isFetchingNextPage}
                onClick={() => void found.fetchNextPage()}
              >
                {t('search.earlier')}
              </Button>
            </div>
          )}
        </div>
      </div>
    </section>
  )
}

function Nothing({ filter, filtered, onClear }: { filter: MailFilter; filtered: boolean; onClear: () => void }) {
  const t = useTexts('swarm-rooms')
  if (!filtered)
    return (
      <Empty icon="envelope-simple" title={t('search.empty')}>
        {t('search.emptyBody')}
      </Empty>
    )
  const clear = <Button onClick={onClear}>{t('search.clear')}</Button>
  if (filter.dead && !filter.search && !filter.member)
    return (
      <Empty icon="check-circle" title={t('search.noDead')} action={clear}>
        {t('search.noDeadBody')}
      </Empty>
    )
  return (
    <Empty icon="magnifying-glass" title={t('search.none')} action={clear}>
      {t(filter.search ? 'search.noneBody' : 'search.noneMember')}
    </Empty>
  )
}
