import type { Schemas } from '@/client/api'

export type Rule = Schemas['RoutingRule']
export type RuleValue = Rule['value']

/** The rules that have a name and a hint in every language, by what they are about; in the order of a page. */
export const GROUPS = {
  words: ['wordWeight', 'tagWeight', 'keywordWeight', 'keywordCap', 'patternWeight', 'patternCap'],
  intents: ['intentThreshold', 'intentMargin'],
  tools: ['toolsThreshold', 'toolsLeast'],
  open: ['defaultAgent', 'model'],
  examples: [
    'learning',
    'examplesThreshold',
    'examplesMargin',
    'examplesLeast',
    'examplesSure',
    'examplesHeld',
    'examplesTrust',
    'examplesEnough',
    'examplesRival',
  ],
  followUps: ['followUpMargin', 'pronounWords', 'silenceMinutes'],
  split: ['splitParts', 'splitLength', 'splitStrength', 'splitLead', 'splitDominance'],
  record: ['candidates'],
} as const

export type GroupName = keyof typeof GROUPS
export type RuleName = (typeof GROUPS)[GroupName][number]

/** The names of the groups, in their order. */
export const GROUP_NAMES = Object.keys(GROUPS) as GroupName[]

const LARGEST = 10_000

/** A name of a rule as releases write it, as this app does: `tag_weight`, `tagWeight`. */
export const plainName = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** The number that somebody typed for a rule, with a point or a comma; nothing for what the rule cannot be. */
export function numberIn(text: string, whole: boolean): number | undefined {
  const typed = text.trim().replace(',', '.')
  if (!/^\d+(\.\d+)?$/.test(typed)) return undefined
  const value = Number(typed)
  return value > LARGEST || (whole && !Number.isInteger(value)) ? undefined : value
}

/** What was typed or chosen for a rule; nothing for what it cannot be. */
export function valueIn(text: string, rule: Rule): RuleValue | undefined {
  return typeof rule.value === 'string' ? text.trim() : numberIn(text, rule.whole)
}

/** The stages with one switched on or off, in their order. */
export function switched(stages: readonly string[], stage: string, on: boolean, all: readonly string[]): string[] {
  return all.filter((one) => (one === stage ? on : stages.includes(one)))
}

const same = (one: RuleValue, other: RuleValue): boolean => JSON.stringify(one) === JSON.stringify(other)

/** What of `wanted` is not as the rules are. */
export function changed(
  rules: readonly Rule[],
  wanted: Readonly<Record<string, RuleValue>>,
): Record<string, RuleValue> {
  const known = new Map(rules.map((rule) => [rule.name, rule.value]))
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => known.has(name) && !same(known.get(name)!, value)),
  )
}

/** Whether a rule is as the installation has it. */
export const usual = (rule: Rule): boolean => same(rule.value, rule.usual)
