import { createContext } from 'react'

/** The numbers of the places that a text refers to, by `documentId#passageId`. */
export const CitationNumbers = createContext<ReadonlyMap<string, number>>(new Map())
