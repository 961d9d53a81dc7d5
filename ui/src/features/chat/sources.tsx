import { safeHref } from '@/components/markdown/safety'
import type { CitedPage } from '@/components/work/turn-view'
import { useTexts } from '@/lib/text'

/** The pages that an answer cites, as the provider of its model says: links out, and nothing of theirs is loaded. */
export function Sources({ pages }: { pages: readonly CitedPage[] }) {
  const t = useTexts('chat')
  const links = pages.flatMap((page) => {
    const href = safeHref(page.url)
    return href && /^https?:/.test(href) ? [{ href, title: page.title, host: new URL(href).host }] : []
  })
  if (!links.length) return null
  return (
    <section aria-label={t('sources')} className="flex min-w-0 flex-col gap-1 pt-1 text-sm">
      <h4 className="font-medium text-muted">{t('sources')}</h4>
      <ol className="flex list-decimal flex-col gap-0.5 pl-5 text-muted">
        {links.map(({ href, title, host }) => (
          <li key={href} className="min-w-0 break-words">
            <a
              href={href}
              target="_blank"
              rel="noopener noreferrer nofollow"
              title={href}
              className="rounded-sm text-ink underline underline-offset-4"
            >
              {title || host}
            </a>
            {title && <span> · {host}</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}
