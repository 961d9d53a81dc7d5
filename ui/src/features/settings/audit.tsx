import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { memo, useState, type ReactNode } from 'react'

import { api, data, root, type Schemas } from '@/client/api'
import { Button, buttonLook } from '@/components/button'
import { Disclosure } from '@/components/disclosure'
import { Field, Select, TextInput } from '@/components/field'
import { Icon } from '@/components/icon'
import type { InterfaceIcon } from '@/components/icon-names'
import { Empty, Failure, Skeleton, useReason } from '@/components/states'
import { Ago } from '@/components/time'
import { notify } from '@/components/toasts'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import { useWhy } from '@/lib/why'
import { keys } from '@/live/refresh'

import { asked, GROUPS, NOTHING, type Wanted } from './audit-filter'
import { Section } from './section'

type Entry = Schemas['AuditEntry']

const PAGE = 30
const LOOK_MS = 15_000
const ICONS: Record<Entry['face'], InterfaceIcon> = {
  web: 'globe',
  api: 'key',
  cli: 'terminal-window',
  agent: 'robot',
  system: 'gear',
}

/** What was done to access, keys, connections and data: all of it for administrators, for others what concerns them. */
export function Audit({ administers }: { administers: boolean }) {
  const t = useTexts('settings')
  const [wanted, setWanted] = useState(NOTHING)
  const found = useInfiniteQuery({
    queryKey: [...keys.audit, wanted],
    queryFn: ({ pageParam, signal }) =>
      data(
        api.GET('/api/audit', {
          params: { query: { limit: PAGE, ...asked(wanted), ...(pageParam ? { before: pageParam } : {}) } },
          signal,
        }),
      ),
    initialPageParam: 0,
    getNextPageParam: (last) => last.nextBefore,
    // What others do is told to nobody else.
    refetchInterval: LOOK_MS,
  })
  const pages = found.data?.pages ?? []
  const names = Object.assign({}, ...pages.map((page) => page.names)) as Record<string, string>
  const entries = pages.flatMap((page) => page.entries)
  const change = (fields: Partial<Wanted>) => setWanted((now) => ({ ...now, ...fields }))
  return (
    <Section
      id="audit"
      title={t('audit.title')}
      about={t(administers ? 'audit.about' : 'audit.aboutOwn')}
      actions={administers && <Verify />}
    >
      <div className="flex flex-col gap-3">
        <Filters wanted={wanted} names={names} onChange={change} />
        {found.isPending ? (
          <Skeleton className="h-64" />
        ) : found.error && !found.data ? (
          <Failure error={found.error} onRetry={() => void found.refetch()} />
        ) : entries.length ? (
          <ul aria-label={t('audit.title')} className="flex flex-col rounded-md border px-3 py-1">
            {entries.map((entry) => (
              <Row key={entry.number} entry={entry} names={names} onOnly={(thing) => change({ thing })} />
            ))}
          </ul>
        ) : (
          <Empty icon="shield-check" title={t('audit.none')} className="py-6">
            {t(wanted === NOTHING ? 'audit.noneBody' : 'audit.noneSuch')}
          </Empty>
        )}
        <div className="flex flex-wrap items-center gap-2">
          {found.hasNextPage && (
            <Button
              size="small"
              look="quiet"
              icon="arrow-down"
              busy={found.isFetchingNextPage}
              onClick={() => void found.fetchNextPage()}
            >
              {t('audit.earlier')}
            </Button>
          )}
          <span className="flex-1" />
          {(['jsonl', 'csv'] as const).map((format) => (
            <Download key={format} format={format} wanted={wanted} />
          ))}
        </div>
      </div>
    </Section>
  )
}

interface FiltersProps {
  wanted: Wanted
  names: Record<string, string>
  onChange: (fields: Partial<Wanted>) => void
}

function Filters({ wanted, names, onChange }: FiltersProps) {
  const t = useTexts('settings')
  const people = Object.entries(names).sort(([, one], [, other]) => one.localeCompare(other))
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      <Field label={t('audit.group')}>
        {(control) => (
          <Select
            {...control}
            value={wanted.group}
            onChange={(event) => onChange({ group: event.target.value as Wanted['group'] })}
          >
            <option value="">{t('audit.all')}</option>
            {GROUPS.map((group) => (
              <option key={group} value={group}>
                {t(`audit.groups.${group}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t('audit.who')}>
        {(control) => (
          <Select {...control} value={wanted.person} onChange={(event) => onChange({ person: event.target.value })}>
            <option value="">{t('audit.everybody')}</option>
            {wanted.person && !names[wanted.person] && <option value={wanted.person}>{wanted.person}</option>}
            {people.map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {(['since', 'until'] as const).map((end) => (
        <Field key={end} label={t(`audit.${end}`)}>
          {(control) => (
            <TextInput
              {...control}
              type="date"
              value={wanted[end]}
              onChange={(event) => onChange({ [end]: event.target.value })}
              className="h-9"
            />
          )}
        </Field>
      ))}
      {wanted.thing && (
        <Button
          size="small"
          icon="x"
          className="col-span-full justify-self-start"
          onClick={() => onChange({ thing: '' })}
        >
          <span className="truncate">{t('audit.onlyAbout', { thing: wanted.thing })}</span>
        </Button>
      )}
    </div>
  )
}

interface RowProps {
  entry: Entry
  names: Record<string, string>
  onOnly: (thing: string) => void
}

const Row = memo(function Row({ entry, names, onOnly }: RowProps) {
  const t = useTexts('settings')
  const say = useWhy()
  const what = say({ code: entry.act } as Schemas['Reason'], entry.act)
  const who = entry.person ? (names[entry.person] ?? t('audit.gone')) : t(`audit.nobody.${entry.face}`)
  return (
    <li className="min-w-0 border-b py-0.5 last:border-b-0">
      <Disclosure
        mark={<Icon name={ICONS[entry.face]} size={17} className="text-muted" />}
        label={
          <span className="flex min-w-0 flex-col py-1 text-base">
            <span className="min-w-0 whitespace-normal text-ink">{what}</span>
            <span className="numbers min-w-0 truncate text-sm text-muted">
              {[who, entry.address, ''].filter((part) => part !== null).join(' · ')}
              <Ago at={entry.at} />
            </span>
          </span>
        }
        describe={t('audit.open', { number: entry.number })}
      >
        {() => <Whole entry={entry} who={who} names={names} onOnly={onOnly} />}
      </Disclosure>
    </li>
  )
})

function Whole({ entry, who, names, onOnly }: RowProps & { who: string }) {
  const t = useTexts('settings')
  const say = useWhy()
  const format = useFormat()
  const kind = say({ code: `kind_${entry.kind}` } as unknown as Schemas['Reason'], entry.kind)
  const details = Object.entries(entry.details)
  return (
    <div className="flex min-w-0 flex-col gap-3 py-2">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        <Fact name={t('audit.when')}>{format.dateTime(entry.at)}</Fact>
        <Fact name={t('audit.who')}>{who}</Fact>
        {entry.person && <Fact name={t('audit.person')} code={entry.person} />}
        {entry.token && <Fact name={t('audit.token')} code={entry.token} />}
        <Fact name={t('audit.from')}>
          {[t(`audit.faces.${entry.face}`), entry.address].filter(Boolean).join(' · ')}
        </Fact>
        {entry.whose && entry.whose !== entry.person && (
          <Fact name={t('audit.whose')}>{names[entry.whose] ?? entry.whose}</Fact>
        )}
        {entry.thing && <Fact name={t('audit.on', { kind })} code={entry.thing} />}
        {details.map(([name, value]) => (
          <Fact
            key={name}
            name={<code className="font-mono text-xs">{name}</code>}
            code={Array.isArray(value) ? value.join(', ') : String(value)}
          />
        ))}
        <Fact name={t('audit.number')}>{format.number(entry.number)}</Fact>
        <Fact name={t('audit.hash')} code={entry.hash} />
      </dl>
      {entry.thing && entry.kind !== 'installation' && (
        <Button size="small" icon="funnel" className="self-start" onClick={() => onOnly(entry.thing)}>
          {t('audit.only')}
        </Button>
      )}
    </div>
  )
}

function Fact({ name, code, children }: { name: ReactNode; code?: string; children?: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="numbers min-w-0 break-words">
        {code === undefined ? children : <code className="font-mono text-xs break-all">{code}</code>}
      </dd>
    </>
  )
}

function Download({ format, wanted }: { format: 'jsonl' | 'csv'; wanted: Wanted }) {
  const t = useTexts('settings')
  const query = new URLSearchParams({ ...asked(wanted), format })
  return (
    <a href={`${root}/api/audit/export?${query}`} download className={buttonLook('plain', 'small')}>
      <Icon name="download-simple" size={15} />
      {t(`audit.${format}`)}
    </a>
  )
}

/** Goes along the chain, and says what it found. */
function Verify() {
  const t = useTexts('settings')
  const say = useWhy()
  const reason = useReason()
  const queries = useQueryClient()
  const verify = useMutation({
    mutationFn: () => data(api.GET('/api/audit/verification')),
    onSuccess: () => void queries.invalidateQueries({ queryKey: keys.audit }),
    onError: (error) => notify(reason(error), 'failed'),
  })
  const found = verify.data
  return (
    <div className="flex min-w-0 flex-col items-end gap-2 max-sm:w-full max-sm:items-start">
      <Button icon="shield-check" busy={verify.isPending} onClick={() => verify.mutate()}>
        {t('audit.verify')}
      </Button>
      <div role="status" className="flex max-w-80 flex-col gap-1 text-sm">
        {found?.ok && (
          <p className="flex gap-1.5 text-success">
            <Icon name="check-circle" size={16} className="mt-0.5 shrink-0" />
            {t('audit.unbroken', { count: found.entries })}
          </p>
        )}
        {found?.faults.map((fault, index) => (
          <p key={index} className="flex gap-1.5 text-danger">
            <Icon name="warning" size={16} className="mt-0.5 shrink-0" />
            {say(fault, fault.code)}
          </p>
        ))}
      </div>
    </div>
  )
}
