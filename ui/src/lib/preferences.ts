import { LANGUAGES } from 'texts:languages'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

export type Theme = 'system' | 'light' | 'dark'
export { LANGUAGES }

/** The code of a language that the app can speak. */
export type Language = string

interface Preferences {
  theme: Theme
  language: Language
  sidebar: 'full' | 'icons'
  setTheme: (theme: Theme) => void
  toggleSidebar: () => void
}

const preferred: Language =
  navigator.languages?.map((tag) => tag.split('-')[0]!).find((code) => LANGUAGES.includes(code)) ?? 'en'

/** What a language is called in itself, e.g. `Español`. */
export function languageName(code: Language): string {
  const name = new Intl.DisplayNames([code], { type: 'language', fallback: 'code' }).of(code) ?? code
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1)
}

/** Whether anything was chosen on this device before this page was opened. */
export const hadPreferences: boolean = kept()

/** What this person chose on this device. */
export const usePreferences = create<Preferences>()(
  persist(
    (set) => ({
      theme: 'system',
      language: preferred,
      sidebar: 'full',
      setTheme: (theme) => set({ theme }),
      toggleSidebar: () => set((now) => ({ sidebar: now.sidebar === 'full' ? 'icons' : 'full' })),
    }),
    { name: 'bailiwick.preferences', version: 1 },
  ),
)

function kept(): boolean {
  try {
    return localStorage.getItem('bailiwick.preferences') !== null
  } catch {
    // Storage that is forbidden keeps nothing.
    return false
  }
}

/** Puts the chosen theme and language on the document, now and whenever they change. */
export function applyPreferences(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const apply = () => {
    const { theme, language } = usePreferences.getState()
    document.documentElement.dataset.theme = theme === 'system' ? (dark.matches ? 'dark' : 'light') : theme
    document.documentElement.lang = language
  }
  apply()
  dark.addEventListener('change', apply)
  usePreferences.subscribe(apply)
}
