import type { Step } from '@/client/api'
import { callerOf, placeOf } from '@/live/place'

/** A step, and what a helper did for it. */
export interface Branch {
  step: Step
  below: Branch[]
}

/** Puts the steps of helpers below the calls that woke them; one whose call is not known stands by itself. */
export function branchesOf(steps: readonly Step[]): Branch[] {
  const branches = new Map<string, Branch>(steps.map((step) => [step.key, { step, below: [] }]))
  const roots: Branch[] = []
  for (const branch of branches.values()) (branches.get(callerOf(placeOf(branch.step)))?.below ?? roots).push(branch)
  return roots
}
