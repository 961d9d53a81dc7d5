import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { Switch } from '@/components/field'
import { Icon } from '@/components/icon'
import type { InterfaceIcon } from '@/components/icon-names'
import { Card } from '@/components/page'
import { Ago } from '@/components/time'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { TryFileButton } from './try-file/button'
import type { RoutingState } from './types'
import { useAutoPublish } from './use-acts'
import { useReleaseWhy } from './words'

/** What decides now, whether edits are published at once, and what the router learned. */
export function StateCard({ state }: { state: RoutingState }) {
  const t = useTexts('routing-releases')
  const format = useFormat()
  const why = useReleaseWhy()
  const auto = useAutoPublish()
  const { published, canary } = state
  const on = auto.isPending ? auto.variables : state.autoPublish
  return (
    <Card title={t('state.title')} actions={<TryFileButton size="small" />}>
      <div className="flex flex-col gap-4 px-4 pt-1 pb-4">
        <div className="flex min-w-0 items-start gap-3">
          <span aria-hidden className="module-soft module-ink grid size-10 shrink-0 place-items-center rounded-full">
            <Icon name="seal-check" size={22} />
          </span>
          {published ? (
            <div className="min-w-0">
              <p className="text-md font-semibold">
                <Link
                  to="/routing"
                  search={{ tab: 'releases', release: String(published.number) }}
                  className="rounded-sm underline-offset-4 hover:underline"
                >
                  {t('number', { number: published.number })}
                </Link>
              </p>
              <p className="text-sm text-muted">
                <Since at={published.publishedAt ?? published.createdAt} />
              </p>
              {published.reason && <p className="mt-1 line-clamp-3 break-words">{why(published)}</p>}
            </div>
          ) : (
            <div className="min-w-0">
              <p className="text-md font-semibold">{t('state.shipped')}</p>
              <p className="text-base text-muted">{t('state.shippedAbout')}</p>
            </div>
          )}
        </div>
        {canary?.canaryShare != null && (
          <Fact icon="bird">
            {t('state.canary', { number: canary.number, share: format.number(canary.canaryShare) })}
          </Fact>
        )}
        <div className="flex flex-col gap-1 border-t pt-4">
          <div className="flex items-center gap-3">
            <span className="min-w-0 flex-1 font-medium">{t('state.auto')}</span>
            <Switch
              checked={on}
              onChange={(checked) => auto.mutate(checked)}
              disabled={auto.isPending}
              label={t('state.auto')}
            />
          </div>
          <p className="text-sm text-muted">{t(on ? 'state.autoOn' : 'state.autoOff')}</p>
        </div>
        <div className="flex flex-col gap-2 border-t pt-4">
          <Fact icon="shield-check">
            <Link
              to="/routing"
              search={{ tab: 'golden' }}
              className="rounded-sm text-accent underline-offset-4 hover:underline"
            >
              {state.goldenCases ? t('state.golden', { count: state.goldenCases }) : t('state.goldenNone')}
            </Link>
          </Fact>
          <Fact icon={state.examplesState === 'training' ? 'hourglass' : 'brain'}>
            <span className="font-medium">{t('state.learned')}: </span>
            <span className="text-muted">
              {t(`state.${state.examplesState}`, {
                count: state.examples,
                corrections: format.number(state.corrections),
              })}
              {state.agentsLeftOut > 0 &&
                ` ${t('state.leftOut', { count: state.agentsLeftOut, learned: format.number(state.agentsLearned) })}`}
            </span>
          </Fact>
        </div>
      </div>
    </Card>
  )
}

function Since({ at }: { at: string }) {
  const t = useTexts('routing-releases')
  const format = useFormat()
  return (
    <>
      {t('state.since', { when: format.dateTime(at) })} · <Ago at={at} />
    </>
  )
}

function Fact({ icon, children }: { icon: InterfaceIcon; children: ReactNode }) {
  return (
    <p className="flex min-w-0 items-start gap-2">
      <Icon name={icon} size={17} className="mt-0.5 text-muted" />
      <span className="min-w-0 break-words">{children}</span>
    </p>
  )
}
