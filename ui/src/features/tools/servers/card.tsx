import { memo, useId, useState } from 'react'

import { Button, IconButton } from '@/components/button'
import { Chip } from '@/components/chip'
import { Icon } from '@/components/icon'
import { Menu, MenuItem, MenuLine } from '@/components/menu'
import { useReason } from '@/components/states'
import { Ago } from '@/components/time'
import { notify } from '@/components/toasts'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import { useWhy } from '@/lib/why'

import { EnableDialog } from './enable'
import { OfferedTools } from './offered'
import type { Server } from './registration'
import { StateChip } from './state'
import { titleOf, useServerActs } from './use-servers'

interface ServerCardProps {
  server: Server
  mayEdit: boolean
  onEdit: (server: Server) => void
  onRemove: (server: Server) => void
}

/** One server: what it is, how it stands, its tools, and what can be done. */
export const ServerCard = memo(function ServerCard({ server, mayEdit, onEdit, onRemove }: ServerCardProps) {
  const t = useTexts('tools-servers')
  const reason = useReason()
  const id = useId()
  const acts = useServerActs(server)
  const [choosing, setChoosing] = useState(false)
  const [open, setOpen] = useState(false)
  const { connection } = server
  const name = titleOf(server)
  const on = connection.state !== 'disabled'
  const enable = () => {
    if (server.credentials.length) setChoosing(true)
    else acts.enable({}).catch((error: unknown) => notify(reason(error), 'failed'))
  }
  const known = connection.approved + connection.waiting
  return (
    <li className="min-w-0">
      <section aria-labelledby={id} className="overflow-hidden rounded-lg border bg-surface">
        <div className="flex min-w-0 flex-wrap items-start gap-x-4 gap-y-3 px-4 py-3.5 sm:px-5">
          <span
            aria-hidden
            className="module-soft module-ink grid size-10 shrink-0 place-items-center rounded-full max-sm:hidden"
          >
            <Icon name={server.transport === 'stdio' ? 'terminal-window' : 'globe'} size={20} />
          </span>
          <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
            <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
              <h2 id={id} className="min-w-0 text-md font-semibold break-words">
                {name}
              </h2>
              <span role="status" aria-label={name} className="inline-flex">
                <StateChip state={acts.busy === 'enable' || acts.busy === 'check' ? 'connecting' : connection.state} />
              </span>
            </div>
            {server.description && <p className="break-words text-muted">{server.description}</p>}
            <Facts server={server} mayEdit={mayEdit} />
          </div>
          <div className="flex shrink-0 items-center gap-1.5 max-sm:w-full">
            {on ? (
              <>
                <Button
                  size="small"
                  icon="arrows-clockwise"
                  busy={acts.busy === 'check'}
                  onClick={() => void acts.check()}
                >
                  {t('check')}
                </Button>
                <Button size="small" busy={acts.busy === 'disable'} onClick={() => void acts.disable()}>
                  {t('disable')}
                </Button>
              </>
            ) : (
              <Button size="small" look="primary" icon="power" busy={acts.busy === 'enable'} onClick={enable}>
                {t('enable')}
              </Button>
            )}
            {(mayEdit || (on && server.credentials.length > 0)) && (
              <Menu
                trigger={
                  <IconButton icon="dots-three" size="small" label={t('more', { name })} className="max-sm:ml-auto" />
                }
              >
                {on && server.credentials.length > 0 && (
                  <MenuItem icon="key" onSelect={() => setChoosing(true)}>
                    {t('credentials')}
                  </MenuItem>
                )}
                {mayEdit && (
                  <MenuItem icon="pencil-simple" onSelect={() => onEdit(server)}>
                    {t('edit')}
                  </MenuItem>
                )}
                {mayEdit && <MenuLine />}
                {mayEdit && (
                  <MenuItem icon="trash" danger onSelect={() => onRemove(server)}>
                    {t('remove')}
                  </MenuItem>
                )}
              </Menu>
            )}
          </div>
        </div>
        {connection.state === 'failed' && <Trouble server={server} />}
        {connection.waiting > 0 && on && (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t bg-warning-soft px-4 py-2.5 sm:px-5">
            <Icon name="shield-warning" size={19} className="text-warning" />
            <p className="min-w-0 flex-1 basis-60">
              <span className="font-medium">{t('tools.waiting', { count: connection.waiting })}</span>{' '}
              <span className="text-muted">{t('tools.waitingAbout')}</span>
            </p>
            {!open && (
              <Button size="small" onClick={() => setOpen(true)}>
                {t('tools.look')}
              </Button>
            )}
          </div>
        )}
        {(on || known > 0) && (
          <div className="border-t">
            <button
              type="button"
              aria-expanded={open}
              onClick={() => setOpen(!open)}
              className={cn(
                'flex h-10 w-full items-center gap-1.5 px-4 font-medium text-muted',
                'transition-colors duration-120 hover:bg-hover hover:text-ink',
                'focus-visible:-outline-offset-2 sm:px-5',
              )}
            >
              <Icon name={open ? 'caret-down' : 'caret-right'} size={15} />
              <span className="numbers">{known ? t('tools.show', { count: known }) : t('tools.none')}</span>
            </button>
            {open && <OfferedTools server={server} />}
          </div>
        )}
      </section>
      {choosing && <EnableDialog server={server} enable={acts.enable} onClose={() => setChoosing(false)} />}
    </li>
  )
})

function Facts({ server, mayEdit }: { server: Server; mayEdit: boolean }) {
  const t = useTexts('tools-servers')
  const { connection } = server
  const where = server.transport === 'stdio' ? [server.command, ...server.args].filter(Boolean).join(' ') : server.url
  return (
    <>
      {mayEdit && where && (
        <p className="line-clamp-2 font-mono text-xs break-all text-muted" title={where}>
          {where}
        </p>
      )}
      <div className="flex min-w-0 flex-wrap items-center gap-1 pt-0.5">
        <Chip>{t(server.transport === 'stdio' ? 'program' : 'address')}</Chip>
        <Chip icon="shield-check">{t(`asks.${server.approval}`)}</Chip>
        {server.readOnly && <Chip icon="eye">{t('readOnly')}</Chip>}
        {server.network && <Chip icon="globe">{t('network')}</Chip>}
        {server.origin === 'file' && <Chip>{t('file')}</Chip>}
        {Object.entries(connection.credentials).map(([need, name]) => (
          <Chip key={need} icon="key">
            {t('usesCredential', { need, name })}
          </Chip>
        ))}
        {connection.state !== 'disabled' && (
          <span className="px-1 text-xs text-muted">
            {[connection.software, connection.protocol && `MCP ${connection.protocol}`]
              .filter(Boolean)
              .map((fact) => `${fact} · `)}
            {connection.checkedAt && <Ago at={connection.checkedAt} />}
          </span>
        )}
      </div>
    </>
  )
}

function Trouble({ server: { connection } }: { server: Server }) {
  const t = useTexts('tools-servers')
  const format = useFormat()
  const [now] = useState(() => Date.now())
  const said = useWhy()(connection.why, connection.detail)
  const ahead = connection.nextTryAt !== null && Date.parse(connection.nextTryAt) > now
  return (
    <p role="alert" className="flex items-start gap-2.5 border-t bg-danger-soft px-4 py-2.5 sm:px-5">
      <Icon name="warning-circle" size={19} className="mt-px text-danger" />
      <span className="min-w-0 break-words">
        {said.charAt(0).toUpperCase() + said.slice(1)}{' '}
        {ahead && <span className="text-muted">{t('nextTry', { when: format.time(connection.nextTryAt!) })}</span>}
      </span>
    </p>
  )
}
