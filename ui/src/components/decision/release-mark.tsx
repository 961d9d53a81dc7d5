import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'

import { api, data, type Decision } from '@/client/api'
import { CopyButton } from '@/components/copy-button'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { releaseOf } from './release-of'

const DIGEST_SHOWN = 8
const MOST = 200

/** Which rules decided: the release with its number, where they are one, else their digest. */
export function ReleaseMark({ decision }: { decision: Pick<Decision, 'release' | 'createdAt'> }) {
  const t = useTexts('decision')
  const known = useQuery({
    queryKey: [...keys.releases, 'numbers'],
    queryFn: () => data(api.GET('/api/routing/releases', { params: { query: { limit: MOST } } })),
    staleTime: 60_000,
  })
  const number = releaseOf(known.data?.releases ?? [], decision)
  return (
    <span className="flex items-center gap-0.5">
      {number === null ? (
        <code className="font-mono text-sm">{decision.release.slice(0, DIGEST_SHOWN)}</code>
      ) : (
        <Link
          to="/routing"
          search={{ tab: 'releases', release: String(number) }}
          title={decision.release}
          className="rounded-sm text-accent underline-offset-4 hover:underline"
        >
          {t('releaseNumber', { number })}
        </Link>
      )}
      <CopyButton text={decision.release} label={t('copyRelease')} />
    </span>
  )
}
