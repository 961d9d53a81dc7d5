import { useTexts } from '@/lib/text'

import { useServers, titleOf } from '../servers/use-servers'
import { Times } from './line'
import type { Credential } from './dialog'

/** The values of MCP servers' registrations: there to be known of, changed with their server. */
export function KeptForServers({ credentials }: { credentials: readonly Credential[] }) {
  const t = useTexts('tools-credentials')
  const servers = useServers()
  const names = new Map((servers.data?.servers ?? []).map((server) => [server.id, titleOf(server)]))
  return (
    <section aria-labelledby="kept" className="min-w-0">
      <h2 id="kept" className="text-base font-semibold">
        {t('kept.title')}
      </h2>
      <p className="pb-2 text-sm text-muted">{t('kept.about')}</p>
      <ul aria-label={t('kept.title')} className="flex flex-col divide-y rounded-lg border bg-surface">
        {credentials.map((credential) => {
          const name = names.get(credential.which ?? '')
          return (
            <li key={credential.id} className="min-w-0 px-4 py-2.5">
              <p className="font-medium break-words">{name === undefined ? credential.name : t('kept.of', { name })}</p>
              <Times credential={credential} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
