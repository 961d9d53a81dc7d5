import { useNavigate } from '@tanstack/react-router'

import { IconButton } from '@/components/button'
import { Menu, MenuItem, MenuLine } from '@/components/menu'
import { useTexts } from '@/lib/text'

import type { Schedule } from '../types'
import { useRemove, useRunNow } from '../use-acts'

/** What can be done to a schedule without opening it. */
export function ScheduleMenu({ schedule, onRemoved }: { schedule: Schedule; onRemoved?: () => void }) {
  const t = useTexts('schedules')
  const navigate = useNavigate()
  const run = useRunNow()
  const remove = useRemove()
  return (
    <Menu trigger={<IconButton icon="dots-three" size="small" label={t('menu', { name: schedule.name })} />}>
      <MenuItem icon="play" onSelect={() => run.mutate(schedule)}>
        {t('runNow')}
      </MenuItem>
      {!onRemoved && (
        <MenuItem
          icon="pencil-simple"
          onSelect={() =>
            void navigate({ to: '/schedules/$scheduleId', params: { scheduleId: schedule.id }, search: { edit: true } })
          }
        >
          {t('edit')}
        </MenuItem>
      )}
      <MenuLine />
      <MenuItem
        icon="trash"
        danger
        onSelect={() => {
          remove(schedule)
          onRemoved?.()
        }}
      >
        {t('delete')}
      </MenuItem>
    </Menu>
  )
}
