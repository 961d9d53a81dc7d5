import { root } from '@/client/api'
import { Icon } from '@/components/icon'
import { useTexts } from '@/lib/text'
import { useLive } from '@/live/store'

import { Section } from './section'

/** What this is, and where to read more. */
export function About() {
  const t = useTexts('settings')
  const version = useLive((live) => live.version)
  return (
    <Section id="about" title={t('about.title')} about={t('about.body')}>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <span className="numbers">
          <span className="text-muted">{t('about.version')}</span> {version ?? '…'}
        </span>
        <Out href={`${root}/docs`}>{t('about.api')}</Out>
        <Out href={`${root}/openapi.json`}>{t('about.openapi')}</Out>
      </div>
    </Section>
  )
}

function Out({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="inline-flex items-center gap-1 font-medium text-accent underline-offset-4 hover:underline"
    >
      {children}
      <Icon name="arrow-square-out" size={15} />
    </a>
  )
}
