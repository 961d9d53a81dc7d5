import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { api, data, type Schemas } from '@/client/api'
import { Button } from '@/components/button'
import { Field, Select, TextInput } from '@/components/field'
import { Failure, Skeleton, useReason } from '@/components/states'
import { notify } from '@/components/toasts'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { daysOf, KINDS, read, written } from './days'
import { Section } from './section'

/** How long data is kept and how much is logged, for everybody; for administrators. */
export function Keeping() {
  const t = useTexts('settings')
  const found = useQuery({ queryKey: keys.retention, queryFn: () => data(api.GET('/api/settings/retention')) })
  return (
    <Section id="keeping" title={t('keeping.title')} about={t('keeping.about')}>
      {found.isPending ? (
        <Skeleton className="h-72" />
      ) : !found.data ? (
        <Failure error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <div className="flex flex-col gap-6">
          <Form retention={found.data} />
          <Logging />
        </div>
      )}
    </Section>
  )
}

function Form({ retention }: { retention: Schemas['Retention'] }) {
  const t = useTexts('settings')
  const reason = useReason()
  const queries = useQueryClient()
  const [texts, setTexts] = useState(() => written(retention))
  const days = read(texts)
  const save = useMutation({
    mutationFn: (body: NonNullable<typeof days>) => data(api.PUT('/api/settings/retention', { body })),
    onSuccess: (now) => {
      queries.setQueryData(keys.retention, now)
      notify(t('keeping.saved'))
    },
    onError: (error) => notify(reason(error), 'failed'),
  })
  const look = useMutation({
    mutationFn: (body: NonNullable<typeof days>) => data(api.POST('/api/settings/retention/preview', { body })),
    onError: (error) => notify(reason(error), 'failed'),
  })
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (days) save.mutate(days)
      }}
    >
      <p className="text-sm text-muted">{t('keeping.hint')}</p>
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        {KINDS.map((kind) => (
          <Field
            key={kind}
            label={t(`keeping.kinds.${kind}`)}
            hint={t(`keeping.abouts.${kind}`)}
            error={daysOf(texts[kind]) === undefined ? t('keeping.bad') : undefined}
          >
            {(control) => (
              <span className="flex items-center gap-2">
                <TextInput
                  {...control}
                  inputMode="decimal"
                  value={texts[kind]}
                  placeholder={t('keeping.forever')}
                  className="max-w-32"
                  onChange={(event) => {
                    setTexts({ ...texts, [kind]: event.target.value })
                    look.reset()
                  }}
                />
                <span aria-hidden className="text-muted">
                  {t('keeping.days')}
                </span>
              </span>
            )}
          </Field>
        ))}
      </div>
      <div role="status">
        {look.data && (
          <p className="rounded-md bg-sunken px-3 py-2">
            <Goes preview={look.data} />
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button busy={look.isPending} disabled={!days} onClick={() => days && look.mutate(days)}>
          {t('keeping.look')}
        </Button>
        <Button type="submit" look="primary" busy={save.isPending} disabled={!days}>
          {t('keeping.save')}
        </Button>
      </div>
    </form>
  )
}

const COUNTED = ['events', 'conversations', 'decisions', 'mails', 'documents', 'metrics'] as const

function Goes({ preview }: { preview: Schemas['RetentionPreview'] }) {
  const t = useTexts('settings')
  const format = useFormat()
  const list = COUNTED.filter((noun) => preview[noun] > 0).map((noun) =>
    t(`keeping.${noun}`, { count: preview[noun], n: format.number(preview[noun]) }),
  )
  return list.length ? t('keeping.goes', { list: format.list(list) }) : t('keeping.goesNothing')
}

const LEVELS = ['debug', 'info', 'warning', 'error'] as const

function Logging() {
  const t = useTexts('settings')
  const reason = useReason()
  const queries = useQueryClient()
  const found = useQuery({ queryKey: keys.logLevel, queryFn: () => data(api.GET('/api/settings/log-level')) })
  const change = useMutation({
    scope: { id: 'log-level' },
    mutationFn: (level: (typeof LEVELS)[number]) => data(api.PUT('/api/settings/log-level', { body: { level } })),
    onSuccess: (now) => queries.setQueryData(keys.logLevel, now),
    onError: (error) => notify(reason(error), 'failed'),
  })
  if (!found.data)
    return found.error ? (
      <Failure error={found.error} onRetry={() => void found.refetch()} className="py-4" />
    ) : (
      <Skeleton className="h-16" />
    )
  return (
    <Field label={t('keeping.level')} hint={t('keeping.levelHint')} className="max-w-80">
      {(control) => (
        <Select
          {...control}
          value={change.isPending ? change.variables : found.data.level}
          onChange={(event) => change.mutate(event.target.value as (typeof LEVELS)[number])}
        >
          {LEVELS.map((level) => (
            <option key={level} value={level}>
              {t(`keeping.levels.${level}`)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
