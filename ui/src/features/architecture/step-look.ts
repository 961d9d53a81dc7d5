import type { InterfaceIcon } from '@/components/icon-names'

import type { StepKind } from './timeline'

/** The icon and the colour of each kind of step. */
export const STEP_LOOKS: Record<StepKind, { icon: InterfaceIcon; bar: string; ink: string }> = {
  supervisor: { icon: 'eye', bar: 'bg-kind-tag', ink: 'text-kind-tag' },
  recall: { icon: 'brain', bar: 'bg-kind-tag', ink: 'text-kind-tag' },
  router: { icon: 'signpost', bar: 'bg-kind-tag', ink: 'text-kind-tag' },
  model: { icon: 'cpu', bar: 'bg-kind-word', ink: 'text-kind-word' },
  tool: { icon: 'wrench', bar: 'bg-kind-pattern', ink: 'text-kind-pattern' },
  helper: { icon: 'users-three', bar: 'bg-kind-example', ink: 'text-kind-example' },
  callable: { icon: 'terminal-window', bar: 'bg-kind-example', ink: 'text-kind-example' },
  hand_over: { icon: 'arrow-right', bar: 'bg-kind-tag', ink: 'text-kind-tag' },
  summary: { icon: 'text-align-left', bar: 'bg-kind-keyword', ink: 'text-kind-keyword' },
  review: { icon: 'shield-check', bar: 'bg-kind-keyword', ink: 'text-kind-keyword' },
  finalize: { icon: 'flag-checkered', bar: 'bg-kind-tag', ink: 'text-kind-tag' },
}
