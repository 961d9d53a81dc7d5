import './memory.css'

import { Suspense, useCallback, useState } from 'react'

import { root } from '@/client/api'
import { Button, IconButton } from '@/components/button'
import { Menu, MenuItem } from '@/components/menu'
import { Page } from '@/components/page'
import { Choice } from '@/components/tabs'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { lazyPart } from '@/lib/lazy-part'
import { useMedia } from '@/lib/media'
import { useTexts } from '@/lib/text'

import { useAddress } from './address'
import { useSummary } from './data'
import { MemoryTabs } from './documents/tabs'
import { NewEntity } from './editing/new-entity'
import { EntityPanel } from './entity'
import { EntityList } from './list'
import { Conflicts } from './overview/conflicts'
import { History } from './overview/history'
import { Overview } from './overview'
import { ScopeBar } from './scope-bar'

const ImportDialog = lazyPart(() => import('./import/dialog').then((module) => ({ default: module.ImportDialog })))

type Tab = 'list' | 'overview' | 'conflicts' | 'history'

/** What agents know: search it, look at one thing, correct it, take it along. */
export default function MemoryPage() {
  const t = useTexts('memory')
  const address = useAddress()
  const { scope, entity, go } = address
  const beside = useMedia('(min-width: 1100px)')
  const [importing, setImporting] = useState<'never' | 'closed' | 'open'>('never')
  const [creating, setCreating] = useState<string | null>(null)
  const create = useCallback((name: string) => setCreating(name), [])
  const startImport = () => setImporting('open')
  const tab: Tab = address.tab ?? (beside ? 'overview' : 'list')
  const list = <EntityList onCreate={() => create('')} onImport={startImport} />
  return (
    <Page
      module="memory"
      title={t('title')}
      about={beside || !entity ? t('about') : undefined}
      fill
      // One thing at a time where there is little room.
      actions={
        (beside || !entity) && (
          <>
            <Button look="quiet" icon="upload-simple" onClick={startImport} className="max-sm:size-9 max-sm:px-0">
              <span className="max-sm:sr-only">{t('import')}</span>
            </Button>
            <Export />
            <Button look="primary" icon="plus" onClick={() => create('')}>
              {t('create')}
            </Button>
          </>
        )
      }
    >
      {(beside || !entity) && <MemoryTabs />}
      <ScopeBar />
      <div className="flex min-h-0 flex-1 gap-5">
        {beside && <div className="flex w-90 shrink-0 flex-col">{list}</div>}
        <div className="flex min-w-0 flex-1 flex-col">
          {entity ? (
            <section
              className="flex min-h-0 flex-1 flex-col overflow-hidden rounded-lg border bg-surface"
              aria-label={t('entity.facts')}
            >
              <EntityPanel id={entity} onBack={() => go({ entity: undefined })} onCreate={create} />
            </section>
          ) : (
            <>
              <Tabs tab={tab} list={!beside} onChange={(value) => go({ tab: value === 'list' ? undefined : value })} />
              {tab === 'list' ? (
                list
              ) : (
                <div className={cn('min-h-0 flex-1 overflow-y-auto pb-2', beside ? '-mr-3 pr-3' : '')}>
                  {tab === 'conflicts' ? <Conflicts /> : tab === 'history' ? <History /> : <Overview />}
                </div>
              )}
            </>
          )}
        </div>
      </div>
      <NewEntity key={creating} open={creating !== null} name={creating ?? ''} onClose={() => setCreating(null)} />
      <Suspense>
        {importing !== 'never' && (
          <ImportDialog scope={scope} open={importing === 'open'} onClose={() => setImporting('closed')} />
        )}
      </Suspense>
    </Page>
  )
}

function Tabs({ tab, list, onChange }: { tab: Tab; list: boolean; onChange: (tab: Tab) => void }) {
  const t = useTexts('memory')
  const format = useFormat()
  const { scope } = useAddress()
  const conflicts = useSummary(scope).data?.conflicts ?? 0
  const names: Tab[] = [...(list ? (['list'] as const) : []), 'overview', 'conflicts', 'history']
  return (
    <div className="mb-3 flex max-w-full shrink-0 overflow-x-auto">
      <Choice
        label={t('tabs.label')}
        value={tab}
        onChange={onChange}
        size={list ? 'small' : 'medium'}
        options={names.map((value) => ({
          value,
          label:
            value === 'conflicts' && conflicts
              ? `${t('tabs.conflicts')} ${format.number(conflicts)}`
              : t(`tabs.${value}`),
        }))}
      />
    </div>
  )
}

/** Takes the whole memory along as a file. */
function Export() {
  const t = useTexts('memory')
  const { scope } = useAddress()
  const save = (provenance: boolean) => {
    const link = document.createElement('a')
    link.href = `${root}/api/knowledge/export?scope=${encodeURIComponent(scope)}&provenance=${provenance}`
    link.download = 'memory.jsonl'
    link.click()
  }
  return (
    <Menu trigger={<IconButton icon="download-simple" label={t('export')} />}>
      <MenuItem icon="file-text" onSelect={() => save(false)}>
        {t('exportPlain')}
      </MenuItem>
      <MenuItem icon="users-three" onSelect={() => save(true)}>
        {t('exportFull')}
      </MenuItem>
    </Menu>
  )
}
