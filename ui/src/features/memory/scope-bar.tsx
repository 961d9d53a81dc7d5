import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'

import { api, data } from '@/client/api'
import { Select } from '@/components/field'
import { Icon } from '@/components/icon'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { LASTING, useAddress } from './address'
import { useSummary } from './data'

/** As many conversations have their titles read. */
const TITLED = 30

/** Which memory is looked at: the lasting one, or that of a conversation, with its end. */
export function ScopeBar() {
  const t = useTexts('memory')
  const format = useFormat()
  const { scope, go } = useAddress()
  const summary = useSummary(scope)
  const conversations = (summary.data?.scopes ?? []).filter((one) => one.scope !== LASTING)
  const titles = useTitles(conversations.flatMap((one) => one.conversationId ?? []))
  const known = conversations.some((one) => one.scope === scope)
  const own = conversations.find((one) => one.scope === scope)
  if (!conversations.length && scope === LASTING) return null
  const nameOf = (id: string) => t('conversation', { title: titles.get(id) || t('untitled') })
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <Select
        aria-label={t('scope')}
        value={scope}
        className="w-full sm:w-90"
        onChange={(event) =>
          go({
            scope: event.target.value === LASTING ? undefined : event.target.value,
            entity: undefined,
            q: undefined,
            type: undefined,
            exact: undefined,
            outside: undefined,
          })
        }
      >
        <option value={LASTING}>{t('lasting')}</option>
        {scope !== LASTING && !known && <option value={scope}>{nameOf(scope)}</option>}
        {conversations.map((one) => (
          <option key={one.scope} value={one.scope}>
            {nameOf(one.scope)}
          </option>
        ))}
      </Select>
      {scope !== LASTING && (
        <p className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <span className="flex min-w-0 items-center gap-1.5">
            <Icon name="clock-countdown" size={15} />
            {own?.expiresAt ? (
              <span title={format.dateTime(own.expiresAt)}>{t('expires', { when: format.ago(own.expiresAt) })}</span>
            ) : (
              t('expired')
            )}
          </span>
          <Link
            to="/chat/$conversationId"
            params={{ conversationId: scope }}
            className="rounded-sm text-accent underline-offset-4 hover:underline"
          >
            {t('openConversation')}
          </Link>
        </p>
      )}
    </div>
  )
}

function useTitles(ids: readonly string[]): ReadonlyMap<string, string> {
  return useQueries({
    queries: ids.slice(0, TITLED).map((id) => ({
      queryKey: [...keys.conversation(id), 'title'],
      queryFn: () => data(api.GET('/api/conversations/{id}', { params: { path: { id } } })),
      retry: false,
      staleTime: 60_000,
    })),
    combine: (results) =>
      new Map(
        results.flatMap(({ data: found }, index) => (found ? [[ids[index]!, found.conversation.title] as const] : [])),
      ),
  })
}
