import { SUPERVISOR } from '@/lib/agents'

import type { Agent } from '@/client/api'

/** What can be done to an agent from outside its editor. */
export type Act = 'activate' | 'pause' | 'archive' | 'duplicate' | 'export' | 'reset' | 'keep' | 'delete'

/** Whether an agent came with the product or a plug-in: it can be paused and reset, not deleted. */
export function ships(agent: Agent): boolean {
  return agent.origin === 'builtin' || agent.origin === 'plugin'
}

/** Whether the server would do it. */
export function can(act: Act, agent: Agent): boolean {
  const supervisor = agent.id === SUPERVISOR
  switch (act) {
    case 'activate':
      return agent.status !== 'active'
    case 'pause':
      return agent.status === 'active' && !supervisor
    case 'archive':
      return agent.status !== 'archived' && !supervisor
    case 'duplicate':
      return agent.role !== 'supervisor'
    case 'export':
      return true
    case 'reset':
      return ships(agent) && Boolean(agent.updatedAt)
    case 'keep':
      return agent.origin === 'runtime'
    case 'delete':
      return !ships(agent)
  }
}

/** The agents of `agents` to which it can be done. */
export function able(act: Act, agents: readonly Agent[]): Agent[] {
  return agents.filter((agent) => can(act, agent))
}

/**
 * Does `work` to every item, at most `width` at a time; returns what failed. Stops beginning new work once `stopped`
 * says so.
 */
export async function each<T>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<unknown>,
  width = 4,
  stopped: () => boolean = () => false,
): Promise<{ item: T; error: unknown }[]> {
  const failed: { item: T; error: unknown }[] = []
  let next = 0
  const lane = async () => {
    while (next < items.length && !stopped()) {
      const index = next
      next += 1
      const item = items[index]!
      try {
        await work(item, index)
      } catch (error) {
        failed.push({ item, error })
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, lane))
  return failed
}
