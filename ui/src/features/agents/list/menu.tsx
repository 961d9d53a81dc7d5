import { useNavigate } from '@tanstack/react-router'
import { memo } from 'react'

import type { Agent } from '@/client/api'
import { IconButton } from '@/components/button'
import type { InterfaceIcon } from '@/components/icon-names'
import { Menu, MenuItem, MenuLine } from '@/components/menu'
import { useTexts } from '@/lib/text'

import { can, ships, type Act } from '../acts'
import type { Doer } from '../use-acts'

export const ACT_ICONS: Record<Act, InterfaceIcon> = {
  activate: 'play',
  pause: 'pause',
  archive: 'archive',
  duplicate: 'copy',
  export: 'download-simple',
  reset: 'arrow-counter-clockwise',
  keep: 'push-pin',
  delete: 'trash',
}
const IN_MENU = ['keep', 'activate', 'pause', 'archive', 'duplicate', 'export', 'reset'] as const

/** What can be done to one agent. */
export const AgentMenu = memo(function AgentMenu({ agent, act }: { agent: Agent; act: Doer }) {
  const t = useTexts('agents')
  const navigate = useNavigate()
  return (
    <Menu
      trigger={
        <IconButton
          icon="dots-three"
          size="small"
          label={t('actionsFor', { name: agent.name })}
          className="relative z-1"
        />
      }
    >
      <MenuItem
        icon="pencil-simple"
        onSelect={() => void navigate({ to: '/agents/$agentId', params: { agentId: agent.id } })}
      >
        {t('acts.edit')}
      </MenuItem>
      <MenuItem
        icon="chat-circle-dots"
        disabled={agent.status !== 'active'}
        onSelect={() => void navigate({ to: '/chat', search: { agent: agent.id } })}
      >
        {t('acts.talk')}
      </MenuItem>
      <MenuLine />
      {IN_MENU.filter((one) => can(one, agent)).map((one) => (
        <MenuItem key={one} icon={ACT_ICONS[one]} onSelect={() => void act(one, [agent])}>
          {t(`acts.${one}`)}
        </MenuItem>
      ))}
      <MenuLine />
      {ships(agent) ? (
        <p className="max-w-56 px-2 py-1.5 text-sm text-muted">{t('cannotDelete')}</p>
      ) : (
        <MenuItem icon="trash" danger onSelect={() => void act('delete', [agent])}>
          {t('acts.delete')}
        </MenuItem>
      )}
    </Menu>
  )
})
