import { useActivity, useFlow } from './flow-store'

export interface NodeState {
  ring: 'working' | 'waiting' | 'unwell' | undefined
  /** The tool that has just been called. */
  tool: string | null
  failed: boolean
  /** Something passes here now. */
  lit: boolean
}

/** What a node shows of what happens in it; `unwell` says that it could not answer. */
export function useNodeState(id: string, unwell: boolean): NodeState {
  const { state } = useActivity(id)
  const mark = useFlow((flow) => flow.marks[id])
  const ring = state ?? (mark && mark.kind !== 'failed' ? 'working' : unwell ? 'unwell' : undefined)
  return {
    ring,
    tool: mark?.kind === 'tool' ? mark.label : null,
    failed: mark?.kind === 'failed',
    lit: state === 'working' || (mark !== undefined && mark.kind !== 'failed'),
  }
}
