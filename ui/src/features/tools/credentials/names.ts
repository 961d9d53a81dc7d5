/** Names that tools look for by themselves. */
export const KNOWN = ['brave', 'tavily'] as const
export type Known = (typeof KNOWN)[number]

/** Whether it holds the values of an MCP server's registration, and is no credential that a person would choose. */
export const isKept = ({ kind }: { kind: string }) => kind === 'mcp-server'

/** Whether it is of the kind of a plug-in with a page: it is looked after there. */
export const isElsewhere = ({ kind }: { kind: string }, pages: readonly { plugin: string }[]) =>
  pages.some(({ plugin }) => plugin === kind)

const NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/
export const isName = (name: string) => NAME.test(name)

export const SHORTEST = 4
export const LONGEST = 16_384
