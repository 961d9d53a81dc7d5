import i18next, { type TOptions } from 'i18next'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { initReactI18next, useTranslation } from 'react-i18next'

import { usePreferences, type Language } from './preferences'

/** Every text of one part of the app: nested objects of strings. */
type Texts = { [key: string]: string | Texts }
/** The same keys with other words. */
export type Translated<T> = { [K in keyof T]: T[K] extends string ? string : Translated<T[K]> }
type Stem<K extends string> = K extends `${infer S}_${'one' | 'other' | 'zero'}` ? S : K
/** The keys of `T` as dotted paths; `things_one` and `things_other` are both `things`. */
export type TextKey<T> = {
  [K in keyof T & string]: T[K] extends string ? Stem<K> : `${K}.${TextKey<T[K]>}`
}[keyof T & string]
export type Say<T> = (key: TextKey<T>, values?: TOptions) => string

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

/** Registers a part's texts in both languages and returns the hook that says them. */
export function texts<const T extends Texts>(part: string, en: T, es: Translated<T>): () => Say<T> {
  i18next.addResourceBundle('en', part, en)
  i18next.addResourceBundle('es', part, es)
  return () => useTranslation(part).t as unknown as Say<T>
}

/** Fetches what a language has of each part that is fetched when it is needed. */
const fetchers: ((language: Language) => Promise<void>)[] = []

/**
 * As `texts`, but for many texts of which few are said: a language is fetched when it is first needed. `defaultValue`,
 * the server's words in English, is said until it is here; a reader of another language waits for `textsHere` instead.
 */
export function textsWhenNeeded<T extends Texts>(part: string, files: Record<Language, () => Promise<{ default: Translated<T> }>>): () => Say<T> {
  const asked = new Map<Language, Promise<void>>()
  const waiting = new Set<() => void>()
  const wait = (ring: () => void) => {
    waiting.add(ring)
    return () => waiting.delete(ring)
  }
  const fetchOnce = (language: Language): Promise<void> => {
    const before = asked.get(language)
    if (before) return before
    const fetched = files[language]().then(
      (file) => {
        i18next.addResourceBundle(language, part, file.default)
        for (const ring of waiting) ring()
      },
      () => void asked.delete(language), // the next who needs it asks again
    )
    asked.set(language, fetched)
    return fetched
  }
  fetchers.push(fetchOnce)
  return () => {
    const language = usePreferences((preferences) => preferences.language)
    const here = useSyncExternalStore(wait, () => i18next.hasResourceBundle(language, part))
    const { t } = useTranslation(part)
    useEffect(() => void fetchOnce(language), [language])
    return useMemo(() => {
      const say = (key: string, values?: TOptions) => (here ? t(key, values ?? {}) : String(values?.defaultValue ?? ''))
      return say as unknown as Say<T>
    }, [t, here])
  }
}

/** Resolves when everything can be said in a language, at once in English, and also where texts cannot be fetched. */
export async function textsHere(language: Language): Promise<void> {
  if (language !== 'en') await Promise.all(fetchers.map((fetchOnce) => fetchOnce(language)))
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
