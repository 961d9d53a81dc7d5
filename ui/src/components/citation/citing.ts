import { createContext, type ComponentType } from 'react'

/** Lays out a passage as the text is laid out that cites it. */
export type Text = ComponentType<{ text: string; className?: string }>

interface Citing {
  /** The numbers of the places that a text refers to, by `documentId#passageId`. */
  numbers: ReadonlyMap<string, number>
  Text: Text
}

/** What a citation knows of the text in which it stands. */
export const CitingText = createContext<Citing>({ numbers: new Map(), Text: ({ text }) => text })
