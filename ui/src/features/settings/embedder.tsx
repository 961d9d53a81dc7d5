import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { api, data, type Schemas } from '@/client/api'
import { Button } from '@/components/button'
import { Chip, type Tone } from '@/components/chip'
import { Icon } from '@/components/icon'
import type { InterfaceIcon } from '@/components/icon-names'
import { CodeLine } from '@/components/models/code-line'
import { Failure, Skeleton, useReason } from '@/components/states'
import { Choice } from '@/components/tabs'
import { notify } from '@/components/toasts'
import { cn } from '@/lib/cn'
import { useEmbedder } from '@/lib/embedder'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import { useWhy } from '@/lib/why'
import { keys } from '@/live/refresh'

import { EmbedderChoice } from './embedder-choice'
import { Section } from './section'

type State = Schemas['EmbedderView']['state']

const LOOKS: Record<State, [Tone, InterfaceIcon]> = {
  off: ['neutral', 'power'],
  ready: ['success', 'check-circle'],
  unreachable: ['warning', 'warning'],
}

/** What texts are turned into points with: how it is, how far it is, how to set one up. */
export function Embedder({ administers }: { administers: boolean }) {
  const t = useTexts('settings')
  const found = useEmbedder()
  return (
    <Section id="embedder" title={t('embedder.title')} about={t('embedder.about')}>
      {found.isPending ? (
        <Skeleton className="h-40" />
      ) : !found.data ? (
        <Failure error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <div className="flex flex-col gap-5">
          <Condition embedder={found.data} />
          {found.data.configured && <Progress embedder={found.data} />}
          {administers && <EmbedderChoice />}
          {found.data.state !== 'ready' && <Setup administers={administers} />}
        </div>
      )}
    </Section>
  )
}

function Condition({ embedder }: { embedder: Schemas['EmbedderView'] }) {
  const t = useTexts('settings')
  const format = useFormat()
  const why = useWhy()
  const [tone, icon] = LOOKS[embedder.state]
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Chip tone={tone} icon={icon}>
          {t(`embedder.states.${embedder.state}`)}
        </Chip>
        {embedder.name && <span className="min-w-0 font-medium break-all">{embedder.name}</span>}
        {embedder.dimensions !== null && (
          <span className="numbers text-sm text-muted">
            {t('embedder.dimensions')}: {format.number(embedder.dimensions)}
          </span>
        )}
        {embedder.configured && <Test />}
      </div>
      {embedder.state === 'unreachable' && embedder.reason && (
        <p className="break-words text-warning">{why(embedder.why, embedder.reason)}</p>
      )}
    </div>
  )
}

function Test() {
  const t = useTexts('settings')
  const format = useFormat()
  const reason = useReason()
  const why = useWhy()
  const queries = useQueryClient()
  const test = useMutation({
    mutationFn: () => data(api.POST('/api/embedder/test', { body: { text: 'Hello, is anybody there?' } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.embedder }),
  })
  const check = test.data
  const said = test.error
    ? reason(test.error)
    : !check
      ? ''
      : check.ok
        ? t('embedder.works', { time: format.duration(check.tookMs), n: format.number(check.dimensions ?? 0) })
        : t('embedder.fails', { reason: why(check.why, check.error ?? '') })
  return (
    <>
      <Button size="small" icon="lightning" busy={test.isPending} onClick={() => test.mutate()}>
        {t(test.isPending ? 'embedder.testing' : 'embedder.test')}
      </Button>
      <span role="status" className={cn('min-w-0 text-sm break-words', check?.ok ? 'text-success' : 'text-warning')}>
        {said}
      </span>
    </>
  )
}

function Progress({ embedder }: { embedder: Schemas['EmbedderView'] }) {
  const t = useTexts('settings')
  const format = useFormat()
  const reason = useReason()
  const { passages, embedded } = embedder
  const again = useMutation({
    mutationFn: () => data(api.POST('/api/documents/reindex', { body: { embeddingsOnly: true } })),
    onSuccess: ({ queued }) => notify(t('embedder.queued', { count: queued, n: format.number(queued) })),
    onError: (error) => notify(reason(error), 'failed'),
  })
  if (!passages) return <p className="text-muted">{t('embedder.nothing')}</p>
  const text =
    embedded >= passages
      ? t('embedder.all', { count: passages, n: format.number(passages) })
      : t('embedder.progress', { embedded: format.number(embedded), passages: format.number(passages) })
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <p role="status" className="numbers min-w-0 flex-1 basis-60 text-muted">
          {text}
        </p>
        <Button size="small" look="quiet" icon="arrows-clockwise" busy={again.isPending} onClick={() => again.mutate()}>
          {t('embedder.again')}
        </Button>
      </div>
      {embedded < passages && (
        <div
          role="progressbar"
          aria-label={text}
          aria-valuemin={0}
          aria-valuemax={passages}
          aria-valuenow={embedded}
          className="h-1.5 overflow-hidden rounded-full bg-sunken"
        >
          <div
            className="h-full rounded-full bg-accent transition-[width] duration-160"
            style={{ width: `${(100 * embedded) / passages}%` }}
          />
        </div>
      )}
    </div>
  )
}

const KINDS = ['local', 'ollama', 'openai'] as const

const LINES: Record<(typeof KINDS)[number], string> = {
  local: 'export BAILIWICK_EMBEDDER="local"',
  ollama: 'export BAILIWICK_EMBEDDER="ollama:nomic-embed-text"',
  openai: 'export BAILIWICK_EMBEDDER="openai:text-embedding-3-small"',
}

function Setup({ administers }: { administers: boolean }) {
  const t = useTexts('settings')
  const [kind, setKind] = useState<(typeof KINDS)[number]>('local')
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <h3 className="text-base font-semibold">{t('embedder.how')}</h3>
      {!administers && <p className="text-sm text-muted">{t('embedder.administrators')}</p>}
      <div className="min-w-0 overflow-x-auto">
        <Choice
          size="small"
          label={t('embedder.choose')}
          value={kind}
          onChange={setKind}
          options={KINDS.map((value) => ({ value, label: t(`embedder.kinds.${value}`) }))}
        />
      </div>
      <p className="text-sm text-muted">{t(`embedder.abouts.${kind}`)}</p>
      {kind === 'local' && (
        <>
          <p className="text-sm text-muted">{t('embedder.fetch')}</p>
          <CodeLine code="bailiwick documents fetch-model" label={t('embedder.copy')} />
        </>
      )}
      {kind === 'ollama' && <CodeLine code="ollama pull nomic-embed-text" label={t('embedder.copy')} />}
      <p className="text-sm text-muted">{t('embedder.shell')}</p>
      <CodeLine code={LINES[kind]} label={t('embedder.copy')} />
      {kind === 'openai' && (
        <>
          <p className="flex items-center gap-1.5 text-sm text-muted">
            <Icon name="info" size={15} />
            {t('embedder.base')}
          </p>
          <CodeLine code={'export BAILIWICK_EMBEDDER_BASE_URL="http://127.0.0.1:8000/v1"'} label={t('embedder.copy')} />
        </>
      )}
    </div>
  )
}
