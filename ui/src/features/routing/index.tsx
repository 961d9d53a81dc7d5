import { useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'

import { Page } from '@/components/page'
import { Skeleton } from '@/components/states'
import { lazyPart } from '@/lib/lazy-part'
import { useTexts } from '@/lib/text'

import { RoutingTabs, type Tab } from './tabs'

// Each tab is loaded when it is first opened.
const PARTS: Record<Tab, ReturnType<typeof lazyPart>> = {
  explorer: lazyPart(() => import('./explorer')),
  releases: lazyPart(() => import('./releases')),
  rules: lazyPart(() => import('./rules')),
  golden: lazyPart(() => import('./golden')),
  misroutes: lazyPart(() => import('./misroutes')),
  lint: lazyPart(() => import('./lint')),
  savings: lazyPart(() => import('./savings')),
}

/** How messages find their agent: look at it, try it, change it safely. */
export default function RoutingPage() {
  const t = useTexts('routing')
  const { tab = 'explorer' } = useSearch({ from: '/routing' })
  const Part = PARTS[tab]
  return (
    <Page module="routing" title={t('title')} about={t('about')}>
      <RoutingTabs tab={tab} />
      <Suspense fallback={<Skeleton className="h-120 rounded-lg" />}>
        <Part />
      </Suspense>
    </Page>
  )
}
