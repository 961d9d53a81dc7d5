/**
 * Where calls stand in the tree of an execution. What a helper does is named after the call that it answers:
 * `tool:1:0/model:2@1` is the second model call of the helper that the call `tool:1:0` woke.
 */

/** The call of the helper that made this call; empty for calls of the execution's own agent. */
export function parentOf(call: string): string {
  return call.slice(0, Math.max(0, call.lastIndexOf('/')))
}

/** The name of a call within the work of whoever made it. */
export function localOf(call: string): string {
  return call.slice(call.lastIndexOf('/') + 1)
}

/** How many helpers stand above a call: 0 for calls of the execution's own agent. */
export function depthOf(call: string): number {
  return call.split('/').length - 1
}

/** Whether `call` was made by the helper that answers `above`, or by one of its helpers. */
export function isBelow(call: string, above: string): boolean {
  return call.startsWith(`${above}/`)
}

const HELPER = /^call_(.+)_agent$/

/** The id of the helper that a tool of this name calls, or nothing for other tools. */
export function helperOf(tool: string): string | null {
  return HELPER.exec(tool)?.[1] ?? null
}
