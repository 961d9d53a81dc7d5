import type { InterfaceIcon } from '@/components/icon-names'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { memberOf, PERSON, type Member } from './model'
import type { ResidentState, StateKind } from './state'

export const STATE_LOOKS: Record<StateKind, { icon: InterfaceIcon; ink: string }> = {
  sleeping: { icon: 'moon', ink: 'text-faint' },
  waking: { icon: 'bell', ink: 'text-info' },
  thinking: { icon: 'brain', ink: 'text-info' },
  calling: { icon: 'wrench', ink: 'text-info' },
  waiting: { icon: 'hand-palm', ink: 'text-warning' },
  expecting: { icon: 'hourglass', ink: 'text-muted' },
  retrying: { icon: 'arrows-clockwise', ink: 'text-warning' },
  paused: { icon: 'pause', ink: 'text-muted' },
  stopped: { icon: 'stop', ink: 'text-muted' },
}

const MOST_NAMED = 2

/** Says what a resident does now, in a few words. */
export function useStateWords(members: ReadonlyMap<string, Member>): (state: ResidentState) => string {
  const t = useTexts('swarm')
  const format = useFormat()
  return (state) => {
    switch (state.kind) {
      case 'calling':
        return t('state.calling', { tool: state.tool })
      case 'waiting':
        return state.tool ? t('state.waitingOn', { tool: state.tool }) : t('state.waiting')
      case 'expecting': {
        if (state.whom.length === 1 && state.whom[0] === PERSON) return t('state.expectingYou')
        const named = state.whom
          .slice(0, MOST_NAMED)
          .map((id) => (memberOf(members, id).isPerson ? t('waits.you') : memberOf(members, id).name))
        return t('state.expecting', { whom: format.list([...named, ...(state.whom.length > MOST_NAMED ? ['…'] : [])]) })
      }
      case 'retrying':
        return state.retryAt ? t('state.retryingAt', { when: format.ago(state.retryAt) }) : t('state.retrying')
      default:
        return t(`state.${state.kind}`)
    }
  }
}
