/** Registers the texts of a part; see `scripts/texts.ts`. */
declare module 'texts:*'

declare module 'texts:languages' {
  /** The codes of the languages that the app can speak, e.g. `en`. */
  export const LANGUAGES: readonly string[]
}
