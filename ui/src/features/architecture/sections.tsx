import { Tabs } from 'radix-ui'
import type { ReactNode } from 'react'

import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

type PartName = 'way' | 'runs' | 'delegations'

/** Parts of the page of which one is shown. */
export function Sections({ parts, framed }: { parts: readonly (readonly [PartName, ReactNode])[]; framed?: boolean }) {
  const t = useTexts('architecture')
  return (
    <Tabs.Root
      defaultValue={parts[0]![0]}
      className={cn('flex min-h-0 min-w-0 flex-1 flex-col', framed && 'overflow-hidden rounded-lg border bg-surface')}
    >
      <Tabs.List aria-label={t('parts.label')} className={cn('flex shrink-0 gap-4 border-b', framed ? 'px-4' : 'mb-3')}>
        {parts.map(([name]) => (
          <Tabs.Trigger
            key={name}
            value={name}
            className={cn(
              '-mb-px h-10 rounded-sm border-b-2 border-transparent text-base font-medium',
              'text-muted transition-colors duration-120 hover:text-ink',
              'data-[state=active]:border-accent data-[state=active]:text-ink',
              'focus-visible:-outline-offset-2',
            )}
          >
            {t(`parts.${name}`)}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {parts.map(([name, contents]) => (
        <Tabs.Content
          key={name}
          value={name}
          className={cn('min-h-0 flex-1 overflow-y-auto', !framed && name !== 'way' && 'rounded-lg border bg-surface')}
        >
          {contents}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}
