import { useTexts } from '@/lib/text'

import { GROUPS, plainName, type RuleName } from './rules'

const NAMED: ReadonlySet<string> = new Set(Object.values(GROUPS).flat())

/** Whether this app has words for a rule. */
export const isNamed = (name: string): name is RuleName => NAMED.has(name)

/** What a rule is called; one that this app does not know keeps its name. */
export function useRuleName(): (name: string) => string {
  const t = useTexts('routing-rules')
  return (name) => {
    const plain = plainName(name)
    if (plain === 'stages') return t('stages')
    return isNamed(plain) ? t(`rule.${plain}.name`) : name
  }
}
