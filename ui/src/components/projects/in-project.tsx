import { IconButton } from '@/components/button'
import { Chip } from '@/components/chip'
import { useTexts } from '@/lib/text'

import { useProject } from './data'

/** Says in which project a conversation begins. */
export function InProject({ id, onLeave }: { id: string; onLeave: () => void }) {
  const t = useTexts('projects')
  const found = useProject(id)
  if (!found.data) return null
  return (
    <p className="flex items-center justify-center gap-1">
      <Chip icon="folder">{t('begin.in', { name: found.data.project.name })}</Chip>
      <IconButton icon="x" size="small" label={t('begin.leave')} onClick={onLeave} />
    </p>
  )
}
