import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

import { Icon } from '@/components/icon'
import type { InterfaceIcon } from '@/components/icon-names'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

import { useRoutingState } from './data'

/** The parts of the page, in their order. */
export const TABS = [
  ['explorer', 'signpost'],
  ['releases', 'flag'],
  ['rules', 'sliders-horizontal'],
  ['golden', 'seal-check'],
  ['misroutes', 'thumbs-down'],
  ['lint', 'checks'],
  ['savings', 'coins'],
] as const satisfies readonly (readonly [string, InterfaceIcon])[]

export type Tab = (typeof TABS)[number][0]

const LOOK = cn(
  'inline-flex h-8 shrink-0 items-center gap-1.5 rounded-sm px-3 font-medium',
  'whitespace-nowrap text-muted transition-colors duration-120 hover:text-ink',
)
const CURRENT = 'bg-surface text-ink shadow-[0_1px_2px_oklch(0_0_0/12%)]'

/** The way between the parts of the page; each is an address of its own. */
export function RoutingTabs({ tab }: { tab: Tab }) {
  const t = useTexts('routing')
  const candidate = useRoutingState().data?.candidate
  const bar = useRef<HTMLElement>(null)
  // On a phone the chosen one may be beyond the edge.
  useEffect(() => {
    bar.current?.querySelector(`[data-tab=${tab}]`)?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [tab])
  return (
    <nav ref={bar} aria-label={t('tabs.label')} className="mb-5 flex max-w-full overflow-x-auto">
      <span className="inline-flex gap-0.5 rounded-md bg-sunken p-0.5">
        {TABS.map(([name, icon]) => (
          <Link
            key={name}
            to="/routing"
            search={{ tab: name === 'explorer' ? undefined : name }}
            // Which tab it is, is said here: the router would compare whole addresses.
            activeProps={{}}
            aria-current={name === tab ? 'page' : undefined}
            data-tab={name}
            className={cn(LOOK, name === tab && CURRENT)}
          >
            <Icon name={icon} size={16} />
            {t(`tabs.${name}`)}
            {name === 'releases' && candidate && (
              <span className="size-2 rounded-full bg-warning" title={t('waits')}>
                <span className="sr-only">{t('waits')}</span>
              </span>
            )}
          </Link>
        ))}
      </span>
    </nav>
  )
}
