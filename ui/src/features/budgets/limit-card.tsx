import { IconButton } from '@/components/button'
import { Chip, type Tone } from '@/components/chip'
import { Icon } from '@/components/icon'
import type { InterfaceIcon } from '@/components/icon-names'
import { Menu, MenuItem, MenuLine } from '@/components/menu'
import { useFormat, type Format } from '@/lib/format'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

import { useMe, useRemoveLimit, type LimitUse } from './data'

const SCOPES: Record<LimitUse['limit']['scope'], InterfaceIcon> = {
  everybody: 'globe',
  person: 'users-three',
  agent: 'robot',
  conversation: 'chat-circle-dots',
  swarm: 'users-four',
  task: 'kanban',
}
const STATES: Record<LimitUse['state'], [Tone, InterfaceIcon]> = {
  free: ['success', 'check-circle'],
  near: ['warning', 'warning'],
  reached: ['danger', 'hand-palm'],
}
const FILLS: Record<LimitUse['state'], string> = { free: 'bg-accent', near: 'bg-warning', reached: 'bg-danger' }

const KINDS = ['money', 'tokens', 'modelCalls', 'toolCalls', 'seconds'] as const
type Kind = (typeof KINDS)[number]

/** A limit: how much of what it allows is used, what calls under way hold, and when it begins anew. */
export function LimitCard({ use, onChange }: { use: LimitUse; onChange: () => void }) {
  const t = useTexts('budgets')
  const format = useFormat()
  const { limit, state } = use
  const [tone, icon] = STATES[use.waiting ? 'reached' : state]
  const kinds = KINDS.filter((kind) => limit[kind] !== null)
  const about = use.subjectName && use.subjectName !== limit.name ? use.subjectName : null
  return (
    <li className="flex min-w-0 flex-col gap-3 rounded-lg border bg-surface p-4">
      <div className="flex min-w-0 flex-wrap items-start gap-3 sm:flex-nowrap">
        <Icon name={SCOPES[limit.scope]} className="module-ink mt-0.5" />
        <div className="min-w-0 flex-1 basis-40">
          <h2 className="text-base font-semibold break-words">{limit.name}</h2>
          <p className="text-sm break-words text-muted">
            {[
              t(`scope.${limit.scope}`),
              ...(about ? [about] : []),
              t(limit.imposed ? 'imposed' : `atLimit.${limit.atLimit}`),
            ].join(' · ')}
          </p>
        </div>
        <Chip tone={tone} icon={icon} className="order-last sm:order-none">
          {use.waiting ? t('waiting', { count: use.waiting }) : t(`state.${state}`)}
        </Chip>
        <LimitMenu use={use} onChange={onChange} />
      </div>
      {kinds.map((kind) => (
        <Bar key={kind} use={use} kind={kind} />
      ))}
      {use.waiting > 0 && state !== 'reached' && <p className="text-sm">{t('tooLittle')}</p>}
      <p className="text-sm text-muted">{use.ends ? t('anew', { at: format.dateTime(use.ends) }) : t('never')}</p>
    </li>
  )
}

function amount(format: Format, kind: Kind, value: number): string {
  if (kind === 'money') return format.money(value)
  return format.number(kind === 'seconds' ? Math.round(value / 6) / 10 : value)
}

/** What is used of one thing that a limit counts, and what is reserved after it. */
function Bar({ use, kind }: { use: LimitUse; kind: Kind }) {
  const t = useTexts('budgets')
  const format = useFormat()
  const most = use.limit[kind] ?? 0
  const [used, reserved] = [use.used[kind], use.reserved[kind]]
  const share = (value: number) => (most ? Math.min(1, value / most) : 1)
  const said = t(`used.${kind}`, { used: amount(format, kind, used), most: amount(format, kind, most) })
  const held = reserved > 0 ? t('reserved', { amount: amount(format, kind, reserved) }) : ''
  const room = Math.max(0, Math.min(share(reserved), 1 - share(used)))
  return (
    <div className="flex flex-col gap-1.5">
      <p className="numbers flex flex-wrap justify-between gap-x-3 text-base">
        <span>{said}</span>
        {held && <span className="text-sm text-muted">{held}</span>}
      </p>
      <div
        role="meter"
        aria-label={[said, held].filter(Boolean).join(', ')}
        aria-valuemin={0}
        aria-valuemax={Math.max(most, used)}
        aria-valuenow={used}
        className="flex h-2 overflow-hidden rounded-full bg-sunken"
      >
        <span className={cn('h-full', FILLS[use.state])} style={{ width: `${share(used) * 100}%` }} />
        <span className={cn('h-full opacity-40', FILLS[use.state])} style={{ width: `${room * 100}%` }} />
      </div>
    </div>
  )
}

function LimitMenu({ use, onChange }: { use: LimitUse; onChange: () => void }) {
  const t = useTexts('budgets')
  const remove = useRemoveLimit()
  const me = useMe()
  const { limit } = use
  const shared = limit.scope === 'everybody' || limit.imposed
  if (shared && (!me.data || me.data.user.role === 'member')) return null
  return (
    <Menu trigger={<IconButton icon="dots-three" size="small" label={t('menu', { name: limit.name })} />}>
      <MenuItem icon="pencil-simple" onSelect={onChange}>
        {t('change')}
      </MenuItem>
      <MenuLine />
      <MenuItem icon="trash" danger onSelect={() => remove(use)}>
        {t('remove')}
      </MenuItem>
    </Menu>
  )
}
