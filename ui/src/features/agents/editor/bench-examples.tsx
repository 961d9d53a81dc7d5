import { useEffect, useRef, useState } from 'react'

import { api, data } from '@/client/api'
import { Button } from '@/components/button'
import { Icon } from '@/components/icon'
import { useAgentsById } from '@/lib/agents'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

import { each } from '../acts'
import type { Draft } from '../draft'
import { outcomeOf, type Outcome } from './outcome'

type Result = Outcome | { kind: 'failed'; agent: null }
interface Round {
  draft: Draft
  examples: readonly string[]
  results: ReadonlyMap<number, Result>
  running: boolean
}

/** Tries all examples of the edited agent at once. */
export function Examples({ draft, onTry }: { draft: Draft; onTry: (message: string) => void }) {
  const t = useTexts('agents-bench')
  const [round, setRound] = useState<Round | null>(null)
  const stop = useRef<AbortController>(null)
  useEffect(() => () => stop.current?.abort(), [])

  const run = async () => {
    stop.current?.abort()
    const control = new AbortController()
    stop.current = control
    const { examples } = draft
    const results = new Map<number, Result>()
    const show = (running: boolean) => setRound({ draft, examples, results: new Map(results), running })
    show(true)
    await each(
      examples,
      async (message, index) => {
        try {
          const decision = await data(
            api.POST('/api/routing/decide', { body: { message, draft, mode: 'supervised' }, signal: control.signal }),
          )
          results.set(index, outcomeOf(decision, draft.id))
        } catch {
          if (control.signal.aborted) return
          results.set(index, { kind: 'failed', agent: null })
        }
        if (!control.signal.aborted) show(true)
      },
      2,
      () => control.signal.aborted,
    )
    if (stop.current === control) show(false)
  }
  const total = round?.examples.length ?? 0
  const won = round ? [...round.results.values()].filter((one) => one.kind === 'wins').length : 0
  const stale = round !== null && !round.running && round.draft !== draft
  return (
    <section className="flex flex-col gap-2 border-t pt-4">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="flex-1 text-base font-semibold">{t('examples.title')}</h3>
        {round?.running ? (
          <Button size="small" icon="stop" onClick={() => stop.current?.abort()}>
            {t('examples.stop')}
          </Button>
        ) : (
          <Button size="small" icon="play" onClick={() => void run()}>
            {round ? t('examples.again') : t('examples.run', { count: draft.examples.length })}
          </Button>
        )}
      </div>
      {round && (
        <p aria-live="polite" className="numbers flex flex-wrap items-center gap-x-2 text-base">
          {round.running ? (
            t('examples.running', { done: round.results.size, total })
          ) : (
            <span className={cn('font-medium', won === total ? 'text-success' : 'text-warning')}>
              {t('examples.result', { won, total })}
            </span>
          )}
          {stale && <span className="text-sm text-muted">{t('examples.stale')}</span>}
        </p>
      )}
      {round && (
        <ul className={cn('flex flex-col', stale && 'opacity-60')}>
          {round.examples.map((example, index) => (
            <li key={index}>
              <button
                type="button"
                title={t('examples.tryThis')}
                onClick={() => onTry(example)}
                className="flex w-full items-start gap-2 rounded-md px-1.5 py-1.5 text-left hover:bg-hover"
              >
                <Mark result={round.results.get(index)} />
                <span className="min-w-0 flex-1">
                  <span className="block text-base break-words">{example}</span>
                  <Where result={round.results.get(index)} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Mark({ result }: { result: Result | undefined }) {
  const t = useTexts('agents-bench')
  if (!result) return <Icon name="circle" size={16} className="mt-0.5 text-faint" />
  if (result.kind === 'wins')
    return <Icon name="check-circle" size={16} className="mt-0.5 text-success" label={t('examples.wins')} />
  return <Icon name={result.kind === 'open' ? 'question' : 'x-circle'} size={16} className="mt-0.5 text-warning" />
}

function Where({ result }: { result: Result | undefined }) {
  const t = useTexts('agents-bench')
  const agents = useAgentsById()
  if (!result || result.kind === 'wins') return null
  const said =
    result.kind === 'other'
      ? t('examples.loses', { name: agents.get(result.agent ?? '')?.name ?? result.agent ?? '' })
      : result.kind === 'open'
        ? t('examples.open')
        : result.kind === 'failed'
          ? t('examples.failed')
          : t('examples.nobody')
  return <span className="block text-sm text-warning">{said}</span>
}
