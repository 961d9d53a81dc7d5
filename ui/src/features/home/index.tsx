import { useQuery } from '@tanstack/react-query'

import { api, data } from '@/client/api'
import { Page } from '@/components/page'
import { Failure, Skeleton } from '@/components/states'
import { midnight } from '@/lib/day'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { Ask } from './ask'
import { DayChart } from './day-chart'
import { Figures } from './figures'
import { partOfDay } from './greeting'
import { Missing } from './missing'
import { Recent } from './recent'
import { Running } from './running'
import { Waiting } from './waiting'

/** The first page: what goes on, what is missing, and where to begin. */
export default function Home() {
  const t = useTexts('home')
  const overview = useQuery({
    queryKey: keys.overview,
    queryFn: () => data(api.GET('/api/overview', { params: { query: { since: midnight() } } })),
  })
  const now = overview.data
  const hour = new Date(overview.dataUpdatedAt).getHours()
  return (
    <Page
      module="home"
      title={t(`greeting.${partOfDay(hour)}`)}
      about={now && t('about', { count: now.running.length })}
    >
      <div className="flex flex-col gap-6">
        <Ask />
        {now ? (
          <>
            <Waiting />
            <Figures agents={now.agents} today={now.today} />
            <Missing configured={now.model.configured} />
            <div className="grid gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
              <DayChart hours={now.hours} />
              <Running turns={now.running} />
            </div>
          </>
        ) : overview.error ? (
          <Failure error={overview.error} onRetry={() => void overview.refetch()} />
        ) : (
          <>
            <Skeleton className="h-28" />
            <Skeleton className="h-64" />
          </>
        )}
        <Recent />
      </div>
    </Page>
  )
}
