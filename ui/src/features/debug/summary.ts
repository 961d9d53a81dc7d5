import { FACT_KINDS, type FactKind, type Reason } from '@/client/events'
import { placeOf } from '@/live/place'
import type { LiveFact } from '@/live/turns'

import { among, oneLine, say, type Sentence, type Tell, type Words } from './sentence'
import { TELL_SWARM } from './swarm-summary'

/** A value as one line of JSON, cut; a text as it is. */
function value(anything: unknown): string {
  return oneLine(typeof anything === 'string' ? anything : JSON.stringify(anything))
}

/** The kinds that one text is not enough for. What is not here is said by the text of its own name, see `plainly`. */
const TELL: { [K in FactKind]?: Tell<K> } = {
  'execution.started': (data) =>
    say(data.attempt > 1 ? 'tookOver' : 'started', { message: oneLine(data.message), attempt: data.attempt }),
  'mode.switched': (data, { mode }) => say('modeSwitched', { before: mode(data.before), after: mode(data.after) }),
  'agent-delegation': (data, { name, micros, why }) =>
    say(data.to === 'finalize' ? 'nobodyFits' : 'delegated', {
      from: name(data.from),
      to: name(data.to),
      reason: oneLine(why(data.why, data.reason)),
      time: micros(data.microseconds),
    }),
  'agent.handed_over': (data, { why }) =>
    say('handedOver', { from: data.fromName, to: data.toName, reason: oneLine(why(data.why, data.reason)) }),
  'direct.executed': (data, { name }) => say('direct', { agent: name(data.agent) }),
  'supervised.delegated': (data, { name }) =>
    say(data.guidance ? 'guided' : 'handed', { agent: name(data.agent), guidance: oneLine(data.guidance) }),
  'facts.recalled': (data) => say('recalled', { count: data.count }),
  'main-iteration': (data) => say('round', { iteration: data.iteration, limit: data.limit }),
  'model-call': (data) => say('asked', { model: data.model }),
  'model-response': (data, { duration }) =>
    data.text
      ? say('answered', { text: oneLine(data.text), time: duration(data.milliseconds) })
      : say('wantsTools', { tools: data.toolCalls.join(', '), time: duration(data.milliseconds) }),
  'tool-execution': (data) => say('toolBegan', { tool: data.tool, arguments: value(data.arguments) }),
  'agent.tool_result': (data, { duration, why }) =>
    data.error === null
      ? say('toolEnded', { tool: data.tool, result: value(data.result), time: duration(data.milliseconds) })
      : say('toolFailed', { tool: data.tool, error: oneLine(why(data.why, data.error)) }),
  'agent.completed': (data) => say('worked', { count: data.iterations }),
  'answer.reviewed': (data, { why }) =>
    say(`reviewed.${among(data.verdict, ['accept', 'revise', 'flag'], 'other')}`, {
      reason: oneLine(why(data.why, data.reason)),
      verdict: data.verdict,
    }),
  'execution.waiting': (data, { why }) => say('waiting', { reason: oneLine(why(data.why, data.reason)) }),
  'error.occurred': (data, { why }) =>
    say(data.willRetry ? 'failedOnce' : 'failed', { message: oneLine(why(data.why, data.message)) }),
  done: (data, { why }) =>
    say(`done.${among(data.status, ['failed', 'cancelled'], 'completed')}`, {
      content: oneLine(why(data.why, data.content)),
    }),
  'helper-spawn': (data, { name }) =>
    say('helperBegan', { agent: name(data.agent), parent: name(data.parent), task: oneLine(data.task) }),
  'helper-iteration': (data) => say('round', { iteration: data.iteration, limit: data.limit }),
  'helper-progress': (data) => say('helperWent', { message: oneLine(data.message) }),
  'helper-complete': (data, { duration }) =>
    say('helperReported', { result: oneLine(data.result), time: duration(data.milliseconds) }),
  'helper-error': (data, { why }) => say('helperFailed', { message: oneLine(why(data.why, data.message)) }),
  'approval.requested': (data, { why }) =>
    say('approvalAsked', { tool: data.tool, reason: oneLine(why(data.why, data.reason)) }),
  'approval.decided': (data) =>
    say(`approval.${among(data.status, ['approved', 'denied', 'expired', 'changed'], 'withdrawn')}`, {
      tool: data.tool,
      note: oneLine(data.note),
    }),
  'knowledge.changed': (data) => say('knowledge', { count: data.count, entities: oneLine(data.entities.join(', ')) }),
  'document.indexed': (data) => say('document.indexed', { title: oneLine(data.title), count: data.passages }),
  'tools.changed': (data, { why }) =>
    say('tools', { origin: data.origin, detail: oneLine(why(data.why, data.detail)) }),
  'credential.changed': (data) =>
    say(`credential.${among(data.change, ['created', 'replaced'], 'deleted')}`, { name: oneLine(data.name) }),
  'agent.registered': (data, { name }) => say('registered', { agent: name(data.agent) }),
  'agent.removed': (data, { name }) =>
    say(`removed.${among(data.reason, ['expired', 'cleanup'], 'deleted')}`, { agent: name(data.agent) }),
  'routing.published': (data, { why }) =>
    say('release.published', { number: data.number, reason: oneLine(why(data.why, data.reason)) }),
  'routing.candidate': (data, { why }) =>
    say(data.breaks ? 'release.heldBack' : 'release.waits', {
      number: data.number,
      reason: oneLine(why(data.why, data.reason)),
      count: data.breaks,
    }),
  'routing.canary_ended': (data, { why }) =>
    say('release.canaryEnded', { number: data.number, reason: oneLine(why(data.why, data.reason)) }),
  ...TELL_SWARM,
  'conversation.changed': (data) => say(`conversation.${among(data.change, ['created', 'deleted'], 'updated')}`),
}

const KINDS = new Set<string>(FACT_KINDS)

/** The kinds that are said plainly: each has a text of its own name, `say.task.created`. */
export const PLAIN: readonly FactKind[] = FACT_KINDS.filter((kind) => !(kind in TELL))

/** Says a fact by the text of its own name: into it go its texts and numbers, an agent by its name, why as `reason`. */
function plainly({ kind, data }: LiveFact, { name, why }: Words): Sentence {
  const values = Object.entries(data).flatMap(([key, it]): [string, string | number][] => {
    if (typeof it === 'number') return [[key, it]]
    if (typeof it !== 'string') return []
    return [[key, key === 'agent' ? name(it) : oneLine(key === 'reason' ? why(data.why as Reason | null, it) : it)]]
  })
  return say(kind, Object.fromEntries(values))
}

/** Says in one sentence what happened; raw data where the kind is not known or not as it should be. */
export function summary(fact: LiveFact, words: Words): Sentence {
  try {
    if (KINDS.has(fact.kind)) {
      const tell = TELL[fact.kind as FactKind] as Tell<FactKind> | undefined
      return tell ? tell(fact.data as never, words) : plainly(fact, words)
    }
  } catch {
    // Data of another version of the product.
  }
  return say('other', { data: value(fact.data) })
}

/** The agent that a fact is about: who did it, else the one it names. */
export function agentOf(fact: LiveFact): string | undefined {
  if (fact.agent) return fact.agent
  return typeof fact.data.agent === 'string' ? fact.data.agent : undefined
}

/** How deep in the tree of helpers something happened: 0 in the work of the run's own agent. */
export function depthOf(fact: LiveFact): number {
  return placeOf(fact.data).path.length
}

/** Whether a fact tells of something that went wrong. */
export function isTrouble(fact: LiveFact): boolean {
  if (fact.kind === 'done') return fact.data.status === 'failed'
  return (
    fact.kind === 'error.occurred' ||
    fact.kind === 'helper-error' ||
    (fact.kind === 'agent.tool_result' && fact.data.error != null)
  )
}
