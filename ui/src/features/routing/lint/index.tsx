import { useQuery } from '@tanstack/react-query'

import { api, data } from '@/client/api'
import { Failure, Skeleton } from '@/components/states'
import { keys } from '@/live/refresh'

import { Effects } from './effects'
import { Findings } from './findings'
import { GeneralWords } from './general-words'

/**
 * What is odd about the agents as they are now, what each gets of the recent messages, and words that say too little.
 */
export default function Lint() {
  const read = useQuery({
    queryKey: keys.lint,
    queryFn: ({ signal }) => data(api.GET('/api/routing/lint', { signal })),
  })
  if (read.error) return <Failure error={read.error} onRetry={() => void read.refetch()} />
  if (read.isPending) {
    return (
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_400px]">
        <Skeleton className="h-100 rounded-lg" />
        <Skeleton className="h-100 rounded-lg" />
      </div>
    )
  }
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_400px]">
      <Findings findings={read.data.findings} />
      <div className="flex min-w-0 flex-col gap-5">
        <Effects effects={read.data.effects} />
        <GeneralWords />
      </div>
    </div>
  )
}
