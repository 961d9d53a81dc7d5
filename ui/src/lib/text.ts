import i18next, { type TOptions } from 'i18next'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { initReactI18next, useTranslation } from 'react-i18next'

import type served from '@/client/locales/en.json'
import type own from '@/locales/en.json'

import { usePreferences, type Language } from './preferences'

type Catalog = typeof own & typeof served
/** A part of the texts, e.g. those of a feature. */
export type Part = keyof Catalog
type Stem<K extends string> = K extends `${infer S}_${'one' | 'other' | 'zero'}` ? S : K
/** The keys of `T` as dotted paths; `things_one` and `things_other` are both `things`. */
type TextKey<T> = {
  [K in keyof T & string]: T[K] extends string ? Stem<K> : `${K}.${TextKey<T[K]>}`
}[keyof T & string]
export type Say<P extends Part> = (key: TextKey<Catalog[P]>, values?: TOptions) => string

/** Every text of one part in one language: nested objects of strings. */
interface Texts {
  [key: string]: string | Texts
}
type Fetch = () => Promise<{ default: Texts }>

const started = i18next.use(initReactI18next).init({
  lng: usePreferences.getState().language,
  fallbackLng: 'en',
  resources: {},
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
})
usePreferences.subscribe(({ language }) => {
  if (i18next.language !== language) void i18next.changeLanguage(language)
})

/** Returns what says `texts`, which are in that language, under the name of a part that the app does not have. */
export function textsFrom(part: string, language: Language, texts: Texts): (key: string, values?: TOptions) => string {
  i18next.addResourceBundle(language, part, texts)
  return i18next.getFixedT(language, part) as unknown as (key: string, values?: TOptions) => string
}

/** Brings what a part has in a language. */
const fetchers = new Map<string, (language: Language) => Promise<void>>()
const waiting = new Set<() => void>()

/**
 * Adds the texts of a part: those that are here, and how those of other languages are fetched. Modules that say them
 * bring this call along (`scripts/texts.ts`).
 */
export function addTexts(part: string, files: Record<Language, Texts | Fetch>): void {
  const asked = new Map<Language, Promise<void>>()
  const add = (language: Language, texts: Texts) => {
    i18next.addResourceBundle(language, part, texts)
    for (const ring of waiting) ring()
  }
  for (const [language, file] of Object.entries(files)) if (!isFetch(file)) add(language, file)
  fetchers.set(part, (language) => {
    const file = files[language]
    if (!file || !isFetch(file)) return Promise.resolve()
    const before = asked.get(language)
    if (before) return before
    const fetched = file().then(
      ({ default: texts }) => add(language, texts),
      () => void asked.delete(language), // the next who needs it asks again
    )
    asked.set(language, fetched)
    return fetched
  })
}

const isFetch = (file: Texts | Fetch): file is Fetch => typeof file === 'function'

/** Returns what says the texts of a part in the chosen language. */
export function useTexts<P extends Part>(part: P): Say<P> {
  return useTranslation(part).t as unknown as Say<P>
}

/**
 * As `useTexts`, for what the server says: it is fetched, also in English, when it is first needed. `defaultValue`, the
 * server's words in English, is said until it is here; a reader of another language waits for `textsHere` instead.
 */
export function useLateTexts<P extends keyof typeof served>(part: P): Say<P> {
  const language = usePreferences((preferences) => preferences.language)
  const here = useSyncExternalStore(wait, () => i18next.hasResourceBundle(language, part))
  const { t } = useTranslation(part)
  useEffect(() => void fetchers.get(part)?.(language), [part, language])
  return useMemo(() => {
    const say = (key: string, values?: TOptions) => (here ? t(key, values ?? {}) : String(values?.defaultValue ?? ''))
    return say as unknown as Say<P>
  }, [t, here])
}

function wait(ring: () => void): () => void {
  waiting.add(ring)
  return () => waiting.delete(ring)
}

/** Resolves when everything can be said in a language, at once in English, and also where texts cannot be fetched. */
export async function textsHere(language: Language): Promise<void> {
  if (language !== 'en') await Promise.all([...fetchers.values()].map((fetchOnce) => fetchOnce(language)))
}

let chosen: Language | undefined

/** Speaks another language as soon as all of it is here. */
export async function chooseLanguage(language: Language): Promise<void> {
  chosen = language
  await textsHere(language)
  if (chosen === language) usePreferences.setState({ language })
}

/** Resolves when texts can be said. */
export const textsReady: Promise<unknown> = started
