import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'

import { api, data, type Schemas } from '@/client/api'
import { Button, buttonLook } from '@/components/button'
import { Chip } from '@/components/chip'
import { SearchInput } from '@/components/field'
import { Icon } from '@/components/icon'
import { Popover } from '@/components/popover'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { plain } from '@/lib/plain'
import { useTexts } from '@/lib/text'
import { useToolWords } from '@/lib/tool-words'
import { useWhy, type Why } from '@/lib/why'
import { keys } from '@/live/refresh'

import { BOUNDS, type Draft } from '../draft'
import { Tick } from '../list/parts'
import { BoundField, useLineProblems } from './fields'
import { Lines } from './lines'
import { Section } from './section'
import { useSettled } from './use-settled'

const NAMES_SHOWN = 8
/** Helpers are chosen by name, not by patterns over tools. */
const HELPERS = 'helper-agent'

/** What the agent can do besides talking. */
export function Tools({ wants }: { wants: readonly Why[] }) {
  const t = useTexts('agents-editor')
  const format = useFormat()
  const { control } = useFormContext<Draft>()
  const { field } = useController({ control, name: 'tools' })
  const problems = useLineProblems('tools')
  const { matches, tools } = useMatches(field.value)
  const describe = useToolWords()
  const why = useWhy()
  const all =
    useQuery({
      queryKey: keys.tools,
      queryFn: () => data(api.GET('/api/tools')),
      staleTime: 60_000,
    }).data?.tools.filter((tool) => tool.origin !== HELPERS) ?? []
  const specs = new Map(all.map((tool) => [tool.name, tool]))

  const refused = new Map(problems)
  field.value.forEach((pattern, index) => {
    const match = matches.get(pattern)
    if (match?.error) refused.set(index, why(match.why, match.error))
  })
  const note = (pattern: string) => {
    const match = matches.get(pattern)
    if (!match || match.error) return null
    if (!match.tools.length) return <span className="text-warning">{t('matchesNone')}</span>
    const names = match.tools.slice(0, NAMES_SHOWN)
    return t('matches', {
      count: match.tools.length,
      names: format.list(match.tools.length > NAMES_SHOWN ? [...names, '…'] : names),
    })
  }
  return (
    <Section name="tools">
      <BoundField name="tools" label={t('toolPatterns')} hint={t('toolsHint')}>
        {(labelled) => (
          <Lines
            control={labelled}
            label={t('toolPatterns')}
            value={field.value}
            onChange={field.onChange}
            limit={BOUNDS.tools}
            mono
            problems={refused}
            note={note}
            actions={<PickTools tools={all} value={field.value} onChange={field.onChange} />}
          />
        )}
      </BoundField>
      <Needs />
      <Wants wants={wants} />
      <div aria-live="polite" className="rounded-md bg-sunken px-3 py-2.5">
        <p className="text-sm font-medium">{tools.length ? t('canUse', { count: tools.length }) : t('canUseNone')}</p>
        {tools.length > 0 && (
          <ul className="mt-1.5 flex max-h-40 flex-wrap gap-1.5 overflow-y-auto">
            {tools.map((name) => {
              const spec = specs.get(name)
              return (
                <li
                  key={name}
                  title={spec && describe(spec)}
                  className={cn(
                    'inline-flex h-6 max-w-full items-center gap-1 rounded-sm border bg-surface',
                    'px-1.5 font-mono text-xs',
                  )}
                >
                  <span className="truncate">{name}</span>
                  {spec?.destructive && (
                    <Icon name="warning" size={12} className="text-warning" label={t('changesThings')} />
                  )}
                </li>
              )
            })}
          </ul>
        )}
      </div>
    </Section>
  )
}

/** What the agent cannot work without. */
function Needs() {
  const t = useTexts('agents-editor')
  const { control } = useFormContext<Draft>()
  const { field } = useController({ control, name: 'needs' })
  const problems = useLineProblems('needs')
  return (
    <BoundField name="needs" label={t('needs')} hint={t('needsHint')}>
      {(labelled) => (
        <Lines
          control={labelled}
          label={t('needs')}
          value={field.value}
          onChange={field.onChange}
          limit={BOUNDS.needs}
          mono
          problems={problems}
        />
      )}
    </BoundField>
  )
}

/** What the saved agent's patterns name and it cannot have now, with the way to set it right. */
function Wants({ wants }: { wants: readonly Why[] }) {
  const t = useTexts('agents-editor')
  const say = useWhy()
  if (!wants.length) return null
  return (
    <div role="status" className="flex flex-wrap items-start gap-x-3 gap-y-2 rounded-md bg-warning-soft px-3 py-2.5">
      <Icon name="warning" size={17} className="mt-0.5 text-warning" />
      <div className="min-w-0 flex-1 basis-52">
        <p>
          <span className="font-medium">{t('wants', { count: wants.length })}</span>{' '}
          <span className="text-muted">{t('wantsAbout')}</span>
        </p>
        <ul className="mt-1 flex max-h-40 flex-col gap-0.5 overflow-y-auto text-sm">
          {wants.map((want, index) => (
            <li key={index} className="break-words">
              {say(want, '')}
            </li>
          ))}
        </ul>
      </div>
      <Link to="/tools" className={buttonLook('plain', 'small')}>
        {t('seeTools')}
      </Link>
    </div>
  )
}

/** Which tools the patterns match now, as the server sees it; asked shortly after the last key. */
function useMatches(value: readonly string[]) {
  const patterns = useSettled(value.filter((pattern) => pattern.trim() !== ''))
  const answer = useQuery({
    queryKey: [...keys.tools, 'match', patterns],
    queryFn: ({ signal }) =>
      data(api.POST('/api/tools/match', { body: { patterns: patterns.slice(0, BOUNDS.tools) }, signal })),
    placeholderData: keepPreviousData,
    gcTime: 30_000,
    retry: false,
  })
  return useMemo(
    () => ({
      matches: new Map(
        (answer.data?.patterns ?? []).map((match) => [match.pattern, match] as [string, Schemas['PatternMatch']]),
      ),
      tools: answer.data?.tools ?? [],
    }),
    [answer.data],
  )
}

/** `name` as a pattern that matches it alone. */
const exactly = (name: string) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

function PickTools({
  tools,
  value,
  onChange,
}: {
  tools: readonly Schemas['ListedTool'][]
  value: readonly string[]
  onChange: (value: string[]) => void
}) {
  const t = useTexts('agents-editor')
  const describe = useToolWords()
  const [text, setText] = useState('')
  const words = plain(text).split(/\s+/).filter(Boolean)
  const found = tools.filter((tool) =>
    words.every((word) => plain(`${tool.name} ${describe(tool)} ${tool.origin}`).includes(word)),
  )
  const toggle = (name: string, take: boolean) => {
    const pattern = exactly(name)
    onChange(
      take
        ? [...value.filter((line) => line.trim() !== ''), pattern]
        : value.filter((line) => line !== pattern && line !== name),
    )
  }
  return (
    <Popover
      label={t('pickTools')}
      className="w-96 max-w-[calc(100vw-24px)]"
      trigger={
        <Button size="small" icon="wrench">
          {t('pickTools')}
        </Button>
      }
    >
      <SearchInput
        autoFocus
        label={t('searchTools')}
        value={text}
        onChange={setText}
        className="sticky top-0 z-1 mb-1 flex w-full"
      />
      <ul aria-label={t('pickTools')} className="flex flex-col">
        {found.map((tool) => (
          <li key={tool.name} className="flex items-start gap-1.5 rounded-md p-1 hover:bg-hover">
            <Tick
              label={tool.name}
              checked={value.includes(tool.name) || value.includes(exactly(tool.name))}
              onChange={(take) => toggle(tool.name, take)}
            />
            <span className="min-w-0 flex-1 pt-1">
              <span className="flex min-w-0 items-center gap-1.5">
                <span className="min-w-0 truncate font-mono text-sm">{tool.name}</span>
                {tool.origin !== 'builtin' && <Chip>{tool.origin}</Chip>}
              </span>
              <span className="line-clamp-2 text-sm text-muted">{describe(tool)}</span>
            </span>
          </li>
        ))}
      </ul>
      {!found.length && <p className="px-2 py-4 text-center text-base text-muted">{t('noTool', { text })}</p>}
    </Popover>
  )
}
