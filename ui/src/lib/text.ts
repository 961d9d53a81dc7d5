import i18next, { type TOptions } from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'

import { usePreferences } from './preferences'

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

/** Resolves when texts can be said. */
export const textsReady: Promise<unknown> = started
