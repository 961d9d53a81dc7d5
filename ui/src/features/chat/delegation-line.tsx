import { Link } from '@tanstack/react-router'
import { Fragment, memo } from 'react'

import { isKind, kindColor } from '@/components/decision/kinds'
import type { Delegation } from '@/components/work/turn-view'
import { SUPERVISOR, useAgentsById } from '@/lib/agents'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import type { Mode } from './send'
import { toldWords } from './told-words'

/** Who handed it to whom and why, in one line; opens the whole decision beside the thread. */
/** Stages that decide by who is addressed or what was answered, not by words of an agent. */
const WITHOUT_WORDS: ReadonlySet<string> = new Set(['addressed', 'continued', 'tools'])

export const DelegationLine = memo(function DelegationLine({ decision, mode }: { decision: Delegation; mode: Mode }) {
  const t = useTexts('chat')
  const shared = useTexts('shared')
  const format = useFormat()
  const agents = useAgentsById()
  const name = (id: string) => agents.get(id)?.name ?? id
  const from = name(SUPERVISOR)
  const explicit = decision.stage === 'explicit'
  const words = toldWords(decision.matched)
  const parts = decision.parts ?? []
  const who =
    mode === 'direct' || decision.stage === 'small_talk'
      ? null
      : parts.length
        ? t('delegated', { from, to: format.list(parts.map((part) => name(part.agent))) })
        : decision.agent
          ? t('delegated', { from, to: name(decision.agent) })
          : t('delegatedNobody', { from })
  return (
    <Link
      to="."
      search={(now) => ({ ...now, decision: decision.id })}
      resetScroll={false}
      title={t('openDecision')}
      className={cn(
        '-mx-2 flex min-h-7 flex-wrap items-center gap-x-1.5 rounded-md px-2 py-1 text-sm',
        'text-muted transition-colors duration-120 hover:bg-hover hover:text-ink',
      )}
    >
      {who && <span className="font-medium text-ink">{who}</span>}
      {who && <Dot />}
      {parts.length ? (
        <span>{shared('stage.split')}</span>
      ) : explicit ? (
        <span>{t('chosenByYou')}</span>
      ) : words.length && !WITHOUT_WORDS.has(decision.stage) ? (
        <span className="min-w-0">
          {t('matched')}{' '}
          {words.map((word, index) => (
            <Fragment key={index}>
              {index > 0 && ', '}
              <em
                className="border-b-2 text-ink not-italic"
                style={{ borderColor: isKind(word.kind) ? kindColor(word.kind) : undefined }}
              >
                {word.text}
              </em>
            </Fragment>
          ))}
        </span>
      ) : (
        decision.stage !== 'finalize' && <span>{shared(`stage.${decision.stage}`)}</span>
      )}
      {!explicit && (
        <>
          {decision.stage !== 'finalize' && <Dot />}
          <span className="numbers">{format.micros(decision.microseconds)}</span>
          <Dot />
          <span className="numbers">{t('calls', { count: decision.modelCalls })}</span>
        </>
      )}
      <span className="sr-only">. {t('openDecision')}</span>
    </Link>
  )
})

const Dot = () => (
  <span aria-hidden className="text-faint">
    ·
  </span>
)
