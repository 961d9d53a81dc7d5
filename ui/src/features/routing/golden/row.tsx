import { useNavigate } from '@tanstack/react-router'
import { memo } from 'react'

import { Avatar } from '@/components/avatar'
import { IconButton } from '@/components/button'
import { Icon } from '@/components/icon'
import { Menu, MenuItem, MenuLine } from '@/components/menu'
import { useAgentsById } from '@/lib/agents'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

import type { GoldenCase } from './types'

interface CaseRowProps {
  golden: GoldenCase
  onEdit: (golden: GoldenCase) => void
  onRemove: (golden: GoldenCase) => void
}

const SHORT = 60
const SOURCES = ['person', 'decision', 'import'] as const

/** A golden case: its message, who must get it, and whether that is so now. */
export const CaseRow = memo(function CaseRow({ golden, onEdit, onRemove }: CaseRowProps) {
  const t = useTexts('routing-golden')
  const agents = useAgentsById()
  const navigate = useNavigate()
  const name = (id: string | null | undefined) => (id ? (agents.get(id)?.name ?? id) : t('nobody'))
  const source = SOURCES.find((one) => one === golden.source)
  const { decisionId } = golden
  const about = [
    golden.lastAgent && t('followUp', { agent: name(golden.lastAgent) }),
    golden.note,
    source && t(`source.${source}`),
  ].filter(Boolean)
  return (
    <tr
      className={cn(
        'border-t align-top transition-colors duration-120 hover:bg-hover/60 max-sm:flex',
        'max-sm:flex-wrap max-sm:items-center max-sm:gap-x-3 max-sm:px-3 max-sm:py-2.5',
      )}
    >
      <td className="px-4 py-2.5 max-sm:w-full max-sm:p-0">
        <p className="line-clamp-3 break-words" title={golden.text.length > 200 ? golden.text : undefined}>
          {golden.text}
        </p>
        {about.length > 0 && <p className="text-sm break-words text-muted">{about.join(' · ')}</p>}
      </td>
      <td className="px-4 py-2.5 max-sm:p-0 max-sm:pt-1.5">
        <span className="flex min-w-0 items-center gap-2">
          <Avatar
            agent={agents.get(golden.agent ?? '')}
            size={22}
            {...(golden.agent ? {} : { state: 'off' as const })}
          />
          <span className="min-w-0 truncate">{name(golden.agent)}</span>
        </span>
      </td>
      <td className="px-4 py-2.5 max-sm:flex-1 max-sm:p-0 max-sm:pt-1.5">
        <span
          className={cn(
            'flex items-center gap-1.5',
            golden.passes == null ? 'text-muted' : golden.passes ? 'text-success' : 'text-danger',
          )}
        >
          <Icon name={golden.passes == null ? 'question' : golden.passes ? 'check-circle' : 'x-circle'} size={16} />
          <span className="min-w-0 break-words">
            {golden.passes == null
              ? t('unknown')
              : golden.passes
                ? t('passes')
                : t('fails', { agent: name(golden.decided) })}
          </span>
        </span>
      </td>
      <td className="w-12 px-2 py-1.5 max-sm:w-auto max-sm:p-0">
        <Menu
          trigger={
            <IconButton icon="dots-three" size="small" label={t('actions', { text: golden.text.slice(0, SHORT) })} />
          }
        >
          <MenuItem icon="pencil-simple" onSelect={() => onEdit(golden)}>
            {t('edit')}
          </MenuItem>
          <MenuItem
            icon="signpost"
            onSelect={() =>
              void navigate({
                to: '/routing',
                search: {
                  message: golden.text,
                  last: golden.lastAgent ?? undefined,
                  whyNot: golden.passes === false ? (golden.agent ?? undefined) : undefined,
                },
              })
            }
          >
            {t('why')}
          </MenuItem>
          {decisionId && (
            <MenuItem
              icon="clock-counter-clockwise"
              onSelect={() => void navigate({ to: '/routing', search: { decision: decisionId } })}
            >
              {t('openDecision')}
            </MenuItem>
          )}
          <MenuLine />
          <MenuItem icon="trash" danger onSelect={() => onRemove(golden)}>
            {t('remove')}
          </MenuItem>
        </Menu>
      </td>
    </tr>
  )
})
