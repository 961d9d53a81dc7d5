import { Icon } from '@/components/icon'
import { Choice } from '@/components/tabs'
import { languageName, LANGUAGES, usePreferences, type Language, type Theme } from '@/lib/preferences'
import { chooseLanguage, useTexts } from '@/lib/text'

import { Section } from './section'

/** Theme and language. */
export function Appearance() {
  const t = useTexts('settings')
  const { theme, setTheme, language } = usePreferences()
  return (
    <Section id="appearance" title={t('appearance.title')} about={t('appearance.about')}>
      <div className="flex flex-wrap gap-x-10 gap-y-4">
        <div className="flex min-w-0 flex-col items-start gap-1.5">
          <span className="text-sm font-medium">{t('appearance.theme')}</span>
          <Choice<Theme>
            label={t('appearance.theme')}
            value={theme}
            onChange={setTheme}
            options={[
              { value: 'system', label: t('appearance.themes.system'), icon: <Icon name="monitor" size={16} /> },
              { value: 'light', label: t('appearance.themes.light'), icon: <Icon name="sun" size={16} /> },
              { value: 'dark', label: t('appearance.themes.dark'), icon: <Icon name="moon" size={16} /> },
            ]}
          />
        </div>
        <div className="flex min-w-0 flex-col items-start gap-1.5">
          <span className="text-sm font-medium">{t('appearance.language')}</span>
          <Choice<Language>
            label={t('appearance.language')}
            value={language}
            onChange={(one) => void chooseLanguage(one)}
            options={LANGUAGES.map((code) => ({ value: code, label: languageName(code) }))}
          />
        </div>
      </div>
    </Section>
  )
}
