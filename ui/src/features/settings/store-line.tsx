import { memo } from 'react'

import type { Schemas } from '@/client/api'
import { Button, IconButton } from '@/components/button'
import { Chip, type Tone } from '@/components/chip'
import { Icon } from '@/components/icon'
import type { InterfaceIcon } from '@/components/icon-names'
import { Menu, MenuItem } from '@/components/menu'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import { useWhy } from '@/lib/why'

export type Store = Schemas['ShopifyStore']

const LOOKS: Record<Store['state'], [Tone, InterfaceIcon]> = {
  ok: ['success', 'check-circle'],
  refused: ['danger', 'x-circle'],
  unreachable: ['warning', 'warning'],
  unknown: ['neutral', 'question'],
}
const SCOPES = [
  'read_products',
  'write_products',
  'read_orders',
  'read_all_orders',
  'read_customers',
  'read_inventory',
] as const

interface StoreLineProps {
  store: Store
  checking: boolean
  onCheck: (store: Store) => void
  onDefault: (store: Store) => void
  onReplace: (store: Store) => void
  onRemove: (store: Store) => void
}

/** A store: whether it answers, what its token may do, and what can be done with it. */
export const StoreLine = memo(function StoreLine({
  store,
  checking,
  onCheck,
  onDefault,
  onReplace,
  onRemove,
}: StoreLineProps) {
  const t = useTexts('settings-stores')
  const format = useFormat()
  const why = useWhy()
  const name = store.name ?? store.domain
  const [tone, icon] = LOOKS[store.state]
  const may = SCOPES.filter((scope) => store.scopes.includes(scope))
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2 px-3 py-3">
      <span
        aria-hidden
        className="grid size-9 shrink-0 place-items-center rounded-full bg-sunken text-muted max-sm:hidden"
      >
        <Icon name="storefront" size={18} />
      </span>
      <div className="flex min-w-0 flex-1 basis-60 flex-col gap-1">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-medium break-words">{name}</span>
          {store.isDefault && <Chip tone="accent">{t('default')}</Chip>}
          <Chip tone={tone} icon={icon}>
            {t(`states.${store.state}`)}
          </Chip>
        </div>
        <p className="text-sm break-words text-muted">
          <span className="break-all">{store.domain}</span> ·{' '}
          {store.checkedAt ? t('checked', { when: format.ago(store.checkedAt) }) : t('unchecked')}
        </p>
        {store.reason && <p className="text-sm break-words text-danger">{why(store.why, store.reason)}</p>}
        {store.state === 'ok' && (
          <p className="text-sm break-words text-muted">
            {may.length ? `${t('may')}: ${format.list(may.map((scope) => t(`scope.${scope}`)))}.` : t('nothing')}
          </p>
        )}
      </div>
      <div className="ml-auto flex shrink-0 items-center gap-1">
        <Button size="small" busy={checking} aria-label={t('checkOne', { name })} onClick={() => onCheck(store)}>
          {t('check')}
        </Button>
        <Menu trigger={<IconButton icon="dots-three-vertical" label={t('more', { name })} />}>
          {!store.isDefault && (
            <MenuItem icon="check" onSelect={() => onDefault(store)}>
              {t('makeDefault')}
            </MenuItem>
          )}
          <MenuItem icon="key" onSelect={() => onReplace(store)}>
            {t('replace')}
          </MenuItem>
          <MenuItem icon="trash" danger onSelect={() => onRemove(store)}>
            {t('remove')}
          </MenuItem>
        </Menu>
      </div>
    </li>
  )
})
