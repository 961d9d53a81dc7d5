import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'

import { root } from '@/client/api'
import { Button, IconButton } from '@/components/button'
import { Icon } from '@/components/icon'
import { Menu, MenuItem } from '@/components/menu'
import { Empty, Failure, Skeleton } from '@/components/states'
import { Choice } from '@/components/tabs'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { CaseDialog } from './case-dialog'
import { useCases } from './data'
import { ImportDialog } from './import-dialog'
import { CaseRow } from './row'
import type { GoldenCase, GoldenRun } from './types'
import { useRemoving, useRun } from './use-acts'

/** Golden cases: messages whose agent is certain, and whether each goes there. */
export default function GoldenTab() {
  const t = useTexts('routing-golden')
  const navigate = useNavigate()
  const failing = useSearch({ from: '/routing' }).failing === true
  const found = useCases(failing)
  const run = useRun()
  const { hidden, remove } = useRemoving()
  const [form, setForm] = useState<GoldenCase | 'new' | 'import' | null>(null)
  if (found.isPending) return <Skeleton className="h-120 rounded-lg" />
  if (!found.data) return <Failure error={found.error} onRetry={() => void found.refetch()} />
  const cases = found.data.pages.flatMap((page) => page.cases).filter(({ id }) => !hidden.has(id))
  const total = Math.max(0, found.data.pages[0]!.total - hidden.size)
  const show = (only: boolean) =>
    void navigate({ to: '/routing', search: { tab: 'golden', failing: only || undefined }, replace: true })
  const add = (
    <Button look="primary" icon="plus" onClick={() => setForm('new')}>
      {t('add')}
    </Button>
  )
  const bring = (
    <Button icon="upload-simple" onClick={() => setForm('import')}>
      {t('import')}
    </Button>
  )
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {total > 0 || failing ? (
        <>
          <p className="max-w-180 text-muted">{t('about')}</p>
          <div className="flex flex-wrap items-center gap-2">
            <Choice
              label={t('filter')}
              value={failing ? 'failing' : 'all'}
              onChange={(value) => show(value === 'failing')}
              options={[
                { value: 'all', label: t('all') },
                { value: 'failing', label: t('failing') },
              ]}
            />
            <span className="numbers text-sm text-muted">{t('count', { count: total })}</span>
            <span className="flex-1 max-sm:hidden" />
            <Button icon="play" busy={run.isPending} onClick={() => run.mutate()}>
              {t(run.isPending ? 'running' : 'run')}
            </Button>
            {bring}
            <ExportMenu />
            {add}
          </div>
          {run.data && <Result run={run.data} onClose={() => run.reset()} />}
          {cases.length > 0 ? (
            <CaseTable cases={cases} onEdit={setForm} onRemove={remove} />
          ) : (
            <Empty
              icon="check-circle"
              title={t('noneFailing.title')}
              action={<Button onClick={() => show(false)}>{t('noneFailing.action')}</Button>}
            >
              {t('noneFailing.body')}
            </Empty>
          )}
          {found.hasNextPage && (
            <div className="text-center">
              <Button look="quiet" busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
                {t('more')}
              </Button>
            </div>
          )}
        </>
      ) : (
        <Empty
          icon="shield-check"
          title={t('empty.title')}
          action={
            <span className="flex flex-wrap justify-center gap-2">
              {bring}
              {add}
            </span>
          }
        >
          {t('empty.body')}
        </Empty>
      )}
      {form === 'import' ? (
        <ImportDialog onClose={() => setForm(null)} />
      ) : (
        form && <CaseDialog golden={form === 'new' ? null : form} onClose={() => setForm(null)} />
      )}
    </div>
  )
}

interface CaseTableProps {
  cases: readonly GoldenCase[]
  onEdit: (golden: GoldenCase) => void
  onRemove: (golden: GoldenCase) => void
}

function CaseTable({ cases, onEdit, onRemove }: CaseTableProps) {
  const t = useTexts('routing-golden')
  return (
    <div className="min-w-0 overflow-hidden rounded-lg border bg-surface">
      <table className="w-full border-collapse text-left max-sm:block">
        <caption className="sr-only">{t('list')}</caption>
        <thead className="bg-sunken text-sm text-muted max-sm:sr-only">
          <tr>
            <th scope="col" className="px-4 py-2 font-medium">
              {t('columns.message')}
            </th>
            <th scope="col" className="w-44 px-4 py-2 font-medium">
              {t('columns.agent')}
            </th>
            <th scope="col" className="w-48 px-4 py-2 font-medium">
              {t('columns.state')}
            </th>
            <th scope="col" className="w-12 px-2 py-2">
              <span className="sr-only">{t('columns.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {cases.map((golden) => (
            <CaseRow key={golden.id} golden={golden} onEdit={onEdit} onRemove={onRemove} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** What came of running all cases. */
function Result({ run, onClose }: { run: GoldenRun; onClose: () => void }) {
  const t = useTexts('routing-golden')
  const format = useFormat()
  const failed = run.total - run.passed
  return (
    <div
      role="status"
      className={`flex items-center gap-2.5 rounded-lg px-4 py-2.5 ${failed ? 'bg-danger-soft' : 'bg-success-soft'}`}
    >
      <Icon name={failed ? 'x-circle' : 'check-circle'} size={20} className={failed ? 'text-danger' : 'text-success'} />
      <p className="min-w-0 flex-1">
        <span className="font-medium">
          {!run.total
            ? t('result.none')
            : failed
              ? t('result.wrong', { failed: format.number(failed), total: format.number(run.total) })
              : t('result.right', { count: run.total })}
        </span>{' '}
        <span className="text-muted">{t('result.when')}</span>
      </p>
      <IconButton icon="x" size="small" label={t('result.close')} onClick={onClose} />
    </div>
  )
}

function ExportMenu() {
  const t = useTexts('routing-golden')
  const save = (format: 'jsonl' | 'csv') => location.assign(`${root}/api/routing/golden/export?format=${format}`)
  return (
    <Menu trigger={<Button icon="download-simple">{t('export')}</Button>}>
      <MenuItem icon="file-text" onSelect={() => save('jsonl')}>
        {t('exportJsonl')}
      </MenuItem>
      <MenuItem icon="table" onSelect={() => save('csv')}>
        {t('exportCsv')}
      </MenuItem>
    </Menu>
  )
}
