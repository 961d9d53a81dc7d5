import { useQuery } from '@tanstack/react-query'

import { api, data } from '@/client/api'
import { Card } from '@/components/page'
import { Failure, Skeleton } from '@/components/states'
import { useAgentsById } from '@/lib/agents'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { useProposals } from '../data'
import { ProposalCard } from '../edits/proposal-card'
import type { GeneralWord } from '../types'
import { proposalFor } from './groups'

/** Words of agents that are in many messages of others, each with what could be done about it. */
export function GeneralWords() {
  const t = useTexts('routing-lint')
  const read = useQuery({
    queryKey: [...keys.routing, 'words'],
    queryFn: ({ signal }) => data(api.GET('/api/routing/words', { signal })),
  })
  const proposals = useProposals().data ?? []
  return (
    <Card title={t('words.title')}>
      {read.error ? (
        <Failure error={read.error} onRetry={() => void read.refetch()} className="py-6" />
      ) : read.isPending ? (
        <Skeleton className="m-4 h-20" />
      ) : (
        <div className="flex flex-col gap-3 px-4 pb-4">
          <p className="text-sm text-muted">{t(read.data.words.length ? 'words.about' : 'words.none')}</p>
          {read.data.words.map((word) => (
            <Word
              key={`${word.agent} ${word.field} ${word.text}`}
              word={word}
              proposal={proposalFor(word, proposals)}
            />
          ))}
        </div>
      )}
    </Card>
  )
}

function Word({ word, proposal }: { word: GeneralWord; proposal: ReturnType<typeof proposalFor> }) {
  const t = useTexts('routing-lint')
  const shared = useTexts('routing')
  const format = useFormat()
  const agents = useAgentsById()
  const kind = word.field === 'tags' ? 'tag' : word.field === 'keywords' ? 'keyword' : 'word'
  const said = (
    <span className="flex flex-col gap-0.5">
      <span className="font-medium text-ink">
        {t(`words.${kind}`, {
          text: shared('quoted', { value: word.text }),
          agent: agents.get(word.agent)?.name ?? word.agent,
        })}
      </span>
      <span>{t('words.said', { count: word.messages, elsewhere: format.number(word.elsewhere) })}</span>
      {word.wrong > 0 && <span>{t('words.wrong', { count: word.wrong })}</span>}
    </span>
  )
  if (proposal) return <ProposalCard proposal={proposal} title={said} />
  return <div className="min-w-0 rounded-lg border p-4 break-words text-muted">{said}</div>
}
