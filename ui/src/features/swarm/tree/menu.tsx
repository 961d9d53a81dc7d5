import { IconButton } from '@/components/button'
import { Menu, MenuItem, MenuLine } from '@/components/menu'
import { useTexts } from '@/lib/text'

import { useAddress } from '../address'
import type { Resident } from '../types'
import { useResidentAct } from '../use-acts'

interface ResidentMenuProps {
  resident: Resident
  /** Opens the form for a resident under this one. */
  onAdd: () => void
  /** Leaves out what opens the mind, where that is open. */
  inMind?: boolean
  tabIndex?: number
  className?: string
}

/** What can be done to one resident. */
export function ResidentMenu({ resident, onAdd, inMind, tabIndex, className }: ResidentMenuProps) {
  const t = useTexts('swarm')
  const { go, toRoom } = useAddress()
  const act = useResidentAct(resident.swarmId)
  const { id: residentId, name, status } = resident
  return (
    <Menu
      trigger={
        <IconButton
          icon="dots-three"
          size="small"
          label={t('tree.menu', { name })}
          tabIndex={tabIndex}
          className={className}
        />
      }
    >
      {!inMind && (
        <MenuItem icon="brain" onSelect={() => go({ resident: residentId, turn: undefined })}>
          {t('acts2.open')}
        </MenuItem>
      )}
      <MenuItem icon="envelope-simple" onSelect={() => toRoom(residentId)}>
        {t('acts2.write', { name })}
      </MenuItem>
      <MenuItem icon="plus" onSelect={onAdd}>
        {t('acts2.add', { name })}
      </MenuItem>
      <MenuLine />
      {status === 'active' ? (
        <>
          <MenuItem icon="bell" onSelect={() => act.mutate({ residentId, act: 'wake' })}>
            {t('acts2.wake')}
          </MenuItem>
          <MenuItem icon="pause" onSelect={() => act.mutate({ residentId, act: 'pause' })}>
            {t('acts2.pause')}
          </MenuItem>
        </>
      ) : (
        <MenuItem icon="play" onSelect={() => act.mutate({ residentId, act: 'resume' })}>
          {t('acts2.resume')}
        </MenuItem>
      )}
      {status !== 'stopped' && (
        <MenuItem icon="stop" danger onSelect={() => act.mutate({ residentId, act: 'stop' })}>
          {t('acts2.stop')}
        </MenuItem>
      )}
    </Menu>
  )
}
