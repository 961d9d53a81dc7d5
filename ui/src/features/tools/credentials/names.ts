/** Names that tools look for by themselves. */
export const KNOWN = ['brave', 'tavily'] as const
export type Known = (typeof KNOWN)[number]

const KEPT = /^mcp\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** Whether it holds the values of an MCP server's registration, and is no credential that a person would choose. */
export const isKept = (name: string) => KEPT.test(name)

/** The id of the server whose values it holds. */
export const keptFor = (name: string) => KEPT.exec(name)?.[1]

/** Whether it opens a Shopify store; these are looked after under the settings. */
export const isStore = (name: string) => name.startsWith('shopify:')

const NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/
export const isName = (name: string) => NAME.test(name)

export const SHORTEST = 4
export const LONGEST = 16_384
