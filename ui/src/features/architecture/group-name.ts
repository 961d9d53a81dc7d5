import { useTexts } from '@/lib/text'

import type { Box } from './plan'

const ROLES = ['specialist', 'helper', 'resident', 'custom'] as const
type RoleName = (typeof ROLES)[number]

/** What the members of a group have in common, in words. */
export function useGroupName(group: Pick<Box, 'by' | 'value'>): string {
  const t = useTexts('architecture')
  if (group.by === 'role' && (ROLES as readonly string[]).includes(group.value))
    return t(`groups.${group.value as RoleName}`)
  return group.value || t('groups.others')
}
