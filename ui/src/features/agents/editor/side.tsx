import { Suspense, useContext, useState } from 'react'

import type { Agent } from '@/client/api'
import { Skeleton } from '@/components/states'
import { Choice } from '@/components/tabs'
import { lazyPart } from '@/lib/lazy-part'
import { useTexts } from '@/lib/text'

import { Bench } from './bench'
import { SettledDraft } from './remarks'

const Figures = lazyPart(() => import('../figures/panel').then((module) => ({ default: module.Figures })))

/** What stands beside the agent: the test bench, and what the agent did. */
export function Side({ saved }: { saved: Agent | undefined }) {
  const draft = useContext(SettledDraft)
  const t = useTexts('agents-editor')
  const [tab, setTab] = useState<'test' | 'figures'>('test')
  return (
    <div className="flex flex-col gap-4">
      {saved && (
        <div>
          <Choice
            label={t('side.label')}
            value={tab}
            onChange={setTab}
            options={(['test', 'figures'] as const).map((value) => ({ value, label: t(`side.${value}`) }))}
          />
        </div>
      )}
      <div hidden={Boolean(saved) && tab !== 'test'}>
        {!saved && <h2 className="mb-3 text-md font-semibold">{t('side.test')}</h2>}
        {draft && <Bench draft={draft} kind={saved?.kind ?? 'model'} origin={saved?.origin ?? 'user'} />}
      </div>
      {saved && tab === 'figures' && (
        <Suspense fallback={<Skeleton className="h-60" />}>
          <Figures agent={saved} />
        </Suspense>
      )}
    </div>
  )
}
