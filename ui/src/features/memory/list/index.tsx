import { useCallback, useRef } from 'react'

import { Button, IconButton } from '@/components/button'
import { SearchInput, Select } from '@/components/field'
import { Empty } from '@/components/states'
import { useFormat } from '@/lib/format'
import { useSearchText, useSlash } from '@/lib/search-text'
import { useTexts } from '@/lib/text'

import { useAddress } from '../address'
import { useBest, useSummary } from '../data'
import { AllEntities, focusPlace } from './all'
import { BestMatches } from './best'
import { useEntities } from './use-entities'

const LONGEST = 200

/** Search and what it finds: words in any form first, the exact text where they find nothing or somebody asks. */
export function EntityList({ onCreate, onImport }: { onCreate: () => void; onImport: () => void }) {
  const t = useTexts('memory')
  const format = useFormat()
  const address = useAddress()
  const { scope, q = '', type, outside = false, entity, go } = address
  const whole = useRef<HTMLElement>(null)
  const field = useSlash()
  const [text, setText] = useSearchText(
    q,
    useCallback((sought) => go({ q: sought, exact: undefined }, true), [go]),
  )

  const summary = useSummary(scope)
  // Words are ranked over everything; with filters only the exact text can be sought.
  const filtered = type !== undefined || outside
  const exact = address.exact === true || filtered
  const best = useBest(scope, q, 20, !exact)
  const fewWords = !exact && q !== '' && best.isSuccess && !best.isPlaceholderData && best.data.results.length === 0
  const byWords = q !== '' && !exact && !fewWords
  const containing = useEntities({ scope, search: q, type: undefined, outside: false }, 0, 0, byWords)
  const clear = () => {
    setText('')
    go({ q: undefined, exact: undefined, type: undefined, outside: undefined }, true)
  }
  const types = summary.data?.types ?? []
  const counted = (total: number, more: boolean) => `${format.number(total)}${more ? '+' : ''}`
  return (
    <section
      ref={whole}
      aria-label={t('list')}
      className="flex min-h-0 min-w-0 flex-1 flex-col overflow-hidden rounded-lg border bg-surface"
    >
      <div className="flex flex-col gap-2 p-3">
        <SearchInput
          ref={field}
          value={text}
          onChange={setText}
          label={t('search')}
          maxLength={LONGEST}
          aria-keyshortcuts="/"
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return
            event.preventDefault()
            focusPlace(whole.current, 0)
          }}
        />
        <div className="flex items-center gap-2">
          <Select
            aria-label={t('type')}
            value={type ?? ''}
            onChange={(event) => go({ type: event.target.value || undefined }, true)}
            className="flex-1"
          >
            <option value="">{t('allTypes')}</option>
            {type !== undefined && types.every((one) => one.entityType !== type) && (
              <option value={type}>{type}</option>
            )}
            {types
              .filter((one) => one.entityType)
              .map((one) => (
                <option
                  key={one.entityType}
                  value={one.entityType}
                >{`${one.entityType} (${format.number(one.count)})`}</option>
              ))}
          </Select>
          <IconButton
            icon="globe"
            label={t('outsideOnly')}
            pressed={outside}
            onClick={() => go({ outside: outside ? undefined : true }, true)}
          />
        </div>
      </div>
      {byWords ? (
        <BestMatches
          scope={scope}
          q={q}
          current={entity}
          onExact={() => go({ exact: true }, true)}
          exact={
            containing.pending || containing.stale || !containing.total
              ? undefined
              : counted(containing.total, containing.more)
          }
        />
      ) : (
        <AllEntities
          filter={{ scope, search: q, type, outside }}
          current={entity}
          sayCount={(total, more) =>
            q
              ? t('containing', { count: total, n: counted(total, more), text: q })
              : t('count', { count: total, n: format.number(total) })
          }
          beside={
            address.exact && !filtered && q ? (
              <button
                type="button"
                onClick={() => go({ exact: undefined }, true)}
                className="rounded-sm text-accent underline-offset-4 hover:underline"
              >
                {t('showBest')}
              </button>
            ) : null
          }
          empty={
            q || filtered ? (
              <Empty
                icon="magnifying-glass"
                title={t('none.title')}
                className="my-auto"
                action={<Button onClick={clear}>{t('none.clear')}</Button>}
              >
                {filtered ? t('none.filtered') : t('none.body')}
              </Empty>
            ) : (
              <Empty
                icon="brain"
                title={t('empty.title')}
                className="my-auto"
                action={
                  <div className="flex flex-wrap justify-center gap-2">
                    <Button icon="upload-simple" onClick={onImport}>
                      {t('import')}
                    </Button>
                    <Button look="primary" icon="plus" onClick={onCreate}>
                      {t('create')}
                    </Button>
                  </div>
                }
              >
                {t('empty.body')}
              </Empty>
            )
          }
        />
      )}
    </section>
  )
}
