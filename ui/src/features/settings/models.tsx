import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { memo } from 'react'

import { api, data } from '@/client/api'
import { Chip } from '@/components/chip'
import { Disclosure } from '@/components/disclosure'
import { Icon } from '@/components/icon'
import { useLackSaid } from '@/components/lacks'
import { providerAnchor } from '@/components/lacks/places'
import { Facts } from '@/components/models/facts'
import { ModelSetup } from '@/components/models/model-setup'
import { ModelTest } from '@/components/models/model-test'
import { modelTitle, providerTitle, type ModelEntry } from '@/components/models/providers'
import { Failure, Skeleton } from '@/components/states'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { BreakerLine } from './breaker'
import { Connections } from './connections'
import { DefaultModel, RoutingModel } from './default-model'
import { Section } from './section'

/** The models there are, what they cost, whether they answer, and how to add one. */
export function Models() {
  const t = useTexts('settings')
  const found = useQuery({ queryKey: keys.models, queryFn: () => data(api.GET('/api/models')) })
  const usable = found.data?.models.filter((model) => model.usable) ?? []
  const others = found.data?.models.filter((model) => !model.usable) ?? []
  const title = useModelTitle()
  const hash = useLocation({ select: (location) => location.hash })
  const meant = found.data?.models.find(
    (model) => !model.connectionId && !model.usable && providerAnchor(model.provider) === hash,
  )?.provider
  const line = (model: ModelEntry, index: number, all: readonly ModelEntry[]) => {
    // The first line of a provider stands for it.
    const anchor =
      all.findIndex((one) => one.provider === model.provider) === index ? providerAnchor(model.provider) : undefined
    return <ModelLine key={model.name} model={model} anchor={anchor} meant={anchor === hash} />
  }
  return (
    <Section id="models" title={t('models.title')} about={t('models.about')}>
      {found.isPending ? (
        <Skeleton className="h-60" />
      ) : found.error ? (
        <Failure error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <div className="flex flex-col gap-6">
          <Connections />
          <DefaultModel usable={usable} title={title} />
          <RoutingModel usable={usable} title={title} />
          <div className="flex flex-col gap-2">
            <h3 className="text-base font-semibold">{t('models.inUse')}</h3>
            <ul aria-label={t('models.inUse')} className="flex flex-col divide-y rounded-md border">
              {usable.map(line)}
            </ul>
          </div>
          {others.length > 0 && (
            <div className="flex flex-col gap-2">
              <h3 className="text-base font-semibold">{t('models.offered')}</h3>
              <ul className="flex flex-col divide-y rounded-md border">{others.map(line)}</ul>
            </div>
          )}
          <Disclosure
            key={meant}
            mark={<Icon name="terminal-window" size={15} />}
            label={t('models.byEnvironment')}
            begins={meant ? 'open' : 'closed'}
          >
            {() => <ModelSetup models={found.data.models} first={meant} />}
          </Disclosure>
        </div>
      )}
    </Section>
  )
}

/** What a model is called; the two that ship have names of their own. */
export function useModelTitle(): (name: string) => string {
  const t = useTexts('settings')
  return (name) => {
    if (name === 'offline') return t('models.offline')
    return name.startsWith('scripted') ? t('models.scripted') : modelTitle(name)
  }
}

interface ModelLineProps {
  model: ModelEntry
  /** The id by which an address can point to it. */
  anchor: string | undefined
  /** Whether the address points to it. */
  meant: boolean
}

const ModelLine = memo(function ModelLine({ model, anchor, meant }: ModelLineProps) {
  const t = useTexts('settings')
  const said = useLackSaid()
  const title = useModelTitle()(model.name)
  const held = model.breaker != null && model.breaker.state !== 'closed'
  const own = ['offline', 'scripted', 'ollama'].includes(model.kind)
  return (
    <li
      id={anchor}
      aria-current={meant ? 'location' : undefined}
      className={cn(
        'flex scroll-mt-4 flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2.5',
        'aria-[current=location]:bg-accent-soft',
      )}
    >
      <div className="min-w-0 flex-1 basis-60">
        <div className="flex min-w-0 flex-wrap items-center gap-2">
          <span className="min-w-0 font-medium break-all" title={model.name}>
            {title}
          </span>
          {model.default && <Chip tone="accent">{t('models.default')}</Chip>}
          {!model.usable && <Chip>{t('models.unusable')}</Chip>}
        </div>
        <div className="numbers text-sm text-muted">
          {providerTitle(model.provider)} ·{' '}
          {own && model.inputPrice == null ? (
            t('models.free')
          ) : (
            <Facts
              facts={model}
              priceFrom={model.priceFrom}
              contextFrom={model.contextFrom}
              abilitiesFrom={model.abilitiesFrom}
            />
          )}
        </div>
        {model.breaker && <BreakerLine breaker={model.breaker} />}
        {model.usable && model.lack && !held && <p className="text-sm break-words text-warning">{said(model.lack)}</p>}
      </div>
      {model.usable && <ModelTest name={model.name} className="flex-row-reverse max-sm:w-full max-sm:flex-row" />}
    </li>
  )
})
