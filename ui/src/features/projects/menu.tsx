import { useState } from 'react'

import { IconButton } from '@/components/button'
import { Menu, MenuItem, MenuLine } from '@/components/menu'
import { useTexts } from '@/lib/text'

import { useActs, type Project } from './data'
import { ProjectForm } from './form'

/** What can be done with a project as a whole. */
export function ProjectMenu({ project, onRemoved }: { project: Project; onRemoved?: () => void }) {
  const t = useTexts('projects')
  const { archive, remove } = useActs()
  const [editing, setEditing] = useState(false)
  const archived = project.archivedAt !== null
  return (
    <>
      <Menu
        trigger={
          <IconButton
            icon="dots-three"
            size="small"
            label={t('menu', { name: project.name })}
            className="relative z-1"
          />
        }
      >
        <MenuItem icon="pencil-simple" onSelect={() => setEditing(true)}>
          {t('edit')}
        </MenuItem>
        <MenuItem icon="archive" onSelect={() => void archive(project, !archived)}>
          {t(archived ? 'unarchive' : 'archive')}
        </MenuItem>
        <MenuLine />
        <MenuItem
          icon="trash"
          danger
          onSelect={() => {
            void remove(project)
            onRemoved?.()
          }}
        >
          {t('delete')}
        </MenuItem>
      </Menu>
      {editing && <ProjectForm project={project} onSaved={() => undefined} onClose={() => setEditing(false)} />}
    </>
  )
}
