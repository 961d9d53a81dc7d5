import { useMemo } from 'react'

import { SUPERVISOR, useAgentsById } from '@/lib/agents'
import { useFormat, type Format } from '@/lib/format'
import { type Say, useTexts } from '@/lib/text'

import { explain, type Comparison, type Explainable } from './explain'

const WORDS_SHOWN = 4

type T = Say<'decision'>
type Name = (id: string | null) => string

/** Why the agent got it, in plain language. */
export function DecisionSentence({ decision, className }: { decision: Explainable; className?: string }) {
  return <span className={className}>{useDecisionSentence(decision)}</span>
}

/** Returns the sentence as text, for places that take only text. */
export function useDecisionSentence(decision: Explainable): string {
  const t = useTexts('decision')
  const format = useFormat()
  const agents = useAgentsById()
  const explanation = useMemo(() => explain(decision), [decision])
  const name: Name = (id) => (id === null ? t('nobodyName') : (agents.get(id)?.name ?? id))
  const { words } = explanation
  const values = {
    agent: name(explanation.agent),
    supervisor: name(SUPERVISOR),
    count: words.length,
    words: quotedList(words, t, format),
    shortlist: format.list(explanation.shortlist.map(name)),
  }
  const wordless = !words.length && ['keywords', 'patterns', 'keywordsAndPatterns', 'words'].includes(explanation.why)
  const why = t(`why.${wordless ? 'wordless' : explanation.why}`, values)
  if (!explanation.next) return why
  // Two whole sentences, one after the other.
  return `${why} ${comparison(explanation.next, values.agent, name, t, format)}`
}

function quotedList(words: readonly string[], t: T, format: Format): string {
  const shown = words.slice(0, WORDS_SHOWN).map((word) => t('quoted', { word }))
  const left = words.length - shown.length
  return format.list(left > 0 ? [...shown, t('more', { count: left })] : shown)
}

function comparison(next: Comparison, agent: string, name: Name, t: T, format: Format): string {
  switch (next.how) {
    case 'alone':
      return t('next.alone')
    case 'less':
      return t('next.less', { next: name(next.agent), by: format.number(next.by, 1) })
    case 'surer':
      return t('next.surer', {
        next: name(next.agent),
        own: format.percent(next.own),
        theirs: format.percent(next.theirs),
      })
    default:
      return t(`next.${next.how}`, { agent, next: name(next.agent), score: format.number(next.score, 1) })
  }
}
