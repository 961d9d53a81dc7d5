import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'

import { api, data } from '@/client/api'
import { providerTitle } from '@/components/models/providers'
import { cn } from '@/lib/cn'
import { placeOf as placeOfPage, titleOf } from '@/lib/plugin-pages'
import { usePreferences } from '@/lib/preferences'
import { useTexts } from '@/lib/text'
import { useWhy } from '@/lib/why'
import { keys } from '@/live/refresh'

import { placeOf, providerAnchor, type Lack } from './places'

/** What keeps an agent, a model or a run from working; a plug-in's agents may say it in their own words only. */
interface Lacking {
  lacks: readonly Lack[]
  detail: string
}

/** The sentence for what is missing. */
export function useLackSaid(): (lack: Lack) => string {
  const t = useTexts('lacks')
  const say = useWhy()
  return ({ code, values = {}, why }) =>
    t(`said.${code}`, {
      ...values,
      ...(values.provider ? { provider: providerTitle(values.provider) } : {}),
      ...(why ? { reason: say(why, '') } : {}),
    })
}

/** All that is missing in one text. */
export function useLacksSaid(): (lacking: Lacking) => string {
  const said = useLackSaid()
  return ({ lacks, detail }) => (lacks.length ? lacks.map(said).join(' ') : detail)
}

/** What is missing, each with the way to where it is set right. */
export function Lacks({ lacks, detail, className }: Lacking & { className?: string }) {
  const said = useLackSaid()
  if (!lacks.length) return <span className={cn('block break-words', className)}>{detail}</span>
  return lacks.map((lack) => (
    <span key={`${lack.code} ${lack.values?.provider ?? ''}`} className={cn('block break-words', className)}>
      {said(lack)} <LackLink lack={lack} />
    </span>
  ))
}

/** The way to where something missing is set right; nothing where no page does that. */
export function LackLink({ lack }: { lack: Lack }) {
  const t = useTexts('lacks')
  const place = placeOf(lack)
  const look = 'rounded-sm font-medium text-accent underline-offset-4 hover:underline'
  switch (place?.name) {
    case 'models':
      return (
        <Link to="/settings" hash={providerAnchor(place.provider)} className={look}>
          {t('places.models', { provider: providerTitle(place.provider) })}
        </Link>
      )
    case 'anyModel':
      return (
        <Link to="/settings" hash="models" className={look}>
          {t('places.anyModel')}
        </Link>
      )
    case 'servers':
      return (
        <Link to="/tools/servers" className={look}>
          {t('places.servers')}
        </Link>
      )
    case 'plugin':
      return <PluginLink plugin={place.plugin} className={look} />
    case 'credentials':
      return (
        <Link to="/tools/credentials" className={look}>
          {t('places.credentials')}
        </Link>
      )
    case undefined:
      return null
  }
}

/** The way to the page of a plug-in; nothing where it has none. */
function PluginLink({ plugin, className }: { plugin: string; className: string }) {
  const t = useTexts('lacks')
  const { language } = usePreferences()
  const me = useQuery({ queryKey: keys.me, queryFn: () => data(api.GET('/api/me')), staleTime: Infinity })
  const page = me.data?.pages.find((one) => one.plugin === plugin)
  return (
    page && (
      <Link {...placeOfPage(page)} className={className}>
        {t('places.plugin', { title: titleOf(page, language) })}
      </Link>
    )
  )
}
