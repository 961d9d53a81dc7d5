import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'

import { api, data } from '@/client/api'
import { Page } from '@/components/page'
import { ShownPage } from '@/components/plugin-page'
import { Empty, Failure } from '@/components/states'
import { aboutOf, titleOf } from '@/lib/plugin-pages'
import { usePreferences } from '@/lib/preferences'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

/** A page that a plug-in brings: its own module, in the frame and the look of the app. */
export default function OfPlugin() {
  const t = useTexts('plugins')
  const { plugin } = useParams({ from: '/plugins/$plugin' })
  const { language } = usePreferences()
  const [beside, setBeside] = useState<HTMLElement | null>(null)
  const me = useQuery({ queryKey: keys.me, queryFn: () => data(api.GET('/api/me')), staleTime: Infinity })
  if (me.isPending) return null
  if (me.isError)
    return (
      <Page module="tools" title="">
        <Failure error={me.error} onRetry={() => void me.refetch()} />
      </Page>
    )
  const page = me.data.pages.find((one) => one.plugin === plugin)
  if (!page)
    return (
      <Page module="tools" title={t('absent')}>
        <Empty icon="plug" title={t('absent')}>
          {t('absentBody')}
        </Empty>
      </Page>
    )
  return (
    <Page
      module="tools"
      title={titleOf(page, language)}
      about={aboutOf(page, language)}
      actions={<span ref={setBeside} className="contents" />}
    >
      <ShownPage page={page} beside={beside} />
    </Page>
  )
}
