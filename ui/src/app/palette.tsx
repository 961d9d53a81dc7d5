import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { useDeferredValue, useEffect, useRef, useState, type ReactNode } from 'react'

import { api, data, freshKey } from '@/client/api'
import { Avatar } from '@/components/avatar'
import { Dialog } from '@/components/dialog'
import { Icon } from '@/components/icon'
import type { InterfaceIcon } from '@/components/icon-names'
import { Snippet } from '@/components/snippet'
import { Failure } from '@/components/states'
import { Ago } from '@/components/time'
import { useAgentWords } from '@/lib/agent-words'
import { useAgentsById } from '@/lib/agents'
import { cn } from '@/lib/cn'
import { languageName, LANGUAGES, usePreferences } from '@/lib/preferences'
import { chooseLanguage, useTexts } from '@/lib/text'
import { useToldOption } from '@/lib/told-option'
import { keys } from '@/live/refresh'

import { useSignOut } from './sign-out'
import { usePages } from './use-pages'

const SHORTEST = 2
/** Milliseconds between two looks at where the focus is. */
const FOCUS_EVERY = 200
const MOST_SWARMS = 6

/** Search over everything and commands, behind Ctrl-K. */
export function Palette({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTexts('shell')
  return (
    <Dialog open={open} onClose={onClose} title={t('palette.title')} bare wide>
      <Contents onClose={onClose} />
    </Dialog>
  )
}

function Contents({ onClose }: { onClose: () => void }) {
  const t = useTexts('shell')
  const shared = useTexts('shared')
  const about = useAgentWords()
  const navigate = useNavigate()
  const signOut = useSignOut()
  const agents = useAgentsById()
  const { theme, setTheme, language } = usePreferences()
  const [query, setQuery] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const root = useToldOption()
  useEffect(() => {
    // The palette loads when it is first opened, and pages load behind it: what takes the focus gives it up.
    const frame = requestAnimationFrame(() => field.current?.focus())
    const watch = setInterval(() => {
      const box = field.current?.closest('[role=dialog]')
      const active = document.activeElement
      if (box && (active === box || !box.contains(active))) field.current?.focus()
    }, FOCUS_EVERY)
    return () => {
      cancelAnimationFrame(frame)
      clearInterval(watch)
    }
  }, [])
  const sought = useDeferredValue(query.trim())
  const found = useQuery({
    queryKey: [...keys.search, sought],
    queryFn: ({ signal }) => data(api.GET('/api/search', { params: { query: { q: sought, limit: 6 } }, signal })),
    enabled: sought.length >= SHORTEST,
    placeholderData: (before) => before,
  })
  const results = sought.length >= SHORTEST ? found.data : undefined

  // The best match is under Enter as soon as it is there; arrows choose another.
  const first = firstOf(results)
  const [chosen, setChosen] = useState({ first, value: first })
  if (chosen.first !== first) setChosen({ first, value: first })

  const matches = (...words: string[]) => words.some((word) => word.toLowerCase().includes(sought.toLowerCase()))
  const act = (then: () => unknown) => () => {
    onClose()
    void then()
  }
  const commands = (
    [
      [
        'chat-circle-dots',
        sought ? t('palette.askThis', { query: sought }) : t('palette.ask'),
        () => navigate(sought ? { to: '/chat', state: { ask: { text: sought, key: freshKey() } } } : { to: '/chat' }),
        true,
      ],
      ['plus', t('palette.createAgent'), () => navigate({ to: '/agents/new' })],
      ['kanban', t('palette.createTask'), () => navigate({ to: '/tasks', search: { new: true } })],
      [
        'calendar-check',
        t('palette.createSchedule'),
        () => navigate({ to: '/schedules/$scheduleId', params: { scheduleId: 'new' } }),
      ],
      ['file-plus', t('palette.addDocuments'), () => navigate({ to: '/memory/documents' })],
      ['users-four', t('palette.createSwarm'), () => navigate({ to: '/swarm', search: { new: true } })],
      ['graph', t('palette.seeGraph'), () => navigate({ to: '/architecture' })],
      [
        'signpost',
        sought ? t('palette.tryThis', { query: sought }) : t('palette.tryRouting'),
        () => navigate({ to: '/routing', search: { message: sought || undefined } }),
        true,
      ],
      theme === 'dark'
        ? ['sun', t('palette.light'), () => setTheme('light')]
        : ['moon', t('palette.dark'), () => setTheme('dark')],
      ...LANGUAGES.filter((code) => code !== language).map((code) => [
        'translate',
        t('palette.speak', { language: languageName(code) }),
        () => void chooseLanguage(code),
      ]),
      ['sign-out', t('palette.signOut'), signOut],
    ] as [InterfaceIcon, string, () => unknown, boolean?][]
  ).filter(([, label, , always]) => always || matches(label))
  const known = useQuery({
    queryKey: [...keys.swarms, 'palette'],
    queryFn: () => data(api.GET('/api/swarms', { params: { query: { limit: 50 } } })),
  })
  const swarms =
    sought.length < SHORTEST
      ? []
      : (known.data?.swarms ?? []).filter((swarm) => matches(swarm.name, swarm.goal)).slice(0, MOST_SWARMS)
  const pages = usePages().filter((page) => matches(page.title))

  return (
    <Command
      ref={root}
      shouldFilter={false}
      label={t('palette.title')}
      value={chosen.value}
      onValueChange={(value) => setChosen({ first, value })}
      className="flex max-h-[70vh] flex-col"
    >
      <div className="flex items-center gap-2.5 border-b px-4">
        <Icon name="magnifying-glass" size={18} className="text-muted" />
        <Command.Input
          ref={field}
          autoFocus
          value={query}
          onValueChange={setQuery}
          placeholder={t('palette.prompt')}
          className="h-13 min-w-0 flex-1 bg-transparent text-md outline-none focus-visible:outline-none"
        />
        {found.isFetching && <Icon name="circle-notch" size={16} className="animate-spin text-faint" />}
      </div>
      <Command.List className="min-h-0 overflow-y-auto p-2">
        {found.error && <Failure error={found.error} onRetry={() => void found.refetch()} className="py-6" />}
        {results && (
          <>
            <Group heading={t('palette.agents')} shown={results.agents.length > 0}>
              {results.agents.map((agent) => (
                <Row
                  key={agent.id}
                  value={`agent ${agent.id}`}
                  onSelect={act(() => navigate({ to: '/chat', search: { agent: agent.id } }))}
                  icon={<Avatar agent={agent} size={24} />}
                  title={agent.name}
                  about={about(agent)}
                />
              ))}
            </Group>
            <Group heading={t('palette.conversations')} shown={results.conversations.length > 0}>
              {results.conversations.map((one) => (
                <Row
                  key={one.id}
                  value={`conversation ${one.id}`}
                  onSelect={act(() =>
                    navigate({
                      to: '/chat/$conversationId',
                      params: { conversationId: one.id },
                      search: { turn: one.turnId ?? undefined },
                    }),
                  )}
                  icon={<Avatar agent={agents.get(one.agentId)} size={24} />}
                  title={one.title}
                  about={one.snippet && <Snippet text={one.snippet} marks={one.marks ?? []} />}
                  end={<Ago at={one.updatedAt} />}
                />
              ))}
            </Group>
            <Group heading={t('palette.executions')} shown={results.executions.length > 0}>
              {results.executions.map((one) => (
                <Row
                  key={one.id}
                  value={`execution ${one.id}`}
                  onSelect={act(() =>
                    one.swarmId && one.residentId
                      ? navigate({
                          to: '/swarm/$swarmId',
                          params: { swarmId: one.swarmId },
                          search: { resident: one.residentId, turn: one.id },
                        })
                      : navigate({
                          to: '/chat/$conversationId',
                          params: { conversationId: one.conversationId },
                          search: { turn: one.id },
                        }),
                  )}
                  icon={<Avatar agent={agents.get(one.agentId ?? '')} size={24} />}
                  title={one.message}
                  about={shared(`status.${one.status}`)}
                  end={<Ago at={one.createdAt} />}
                />
              ))}
            </Group>
          </>
        )}
        <Group heading={t('palette.swarms')} shown={swarms.length > 0}>
          {swarms.map((swarm) => (
            <Row
              key={swarm.id}
              value={`swarm ${swarm.id}`}
              onSelect={act(() => navigate({ to: '/swarm/$swarmId', params: { swarmId: swarm.id } }))}
              icon={<Icon name="users-four" size={18} className="text-muted" />}
              title={swarm.name}
              about={swarm.goal}
            />
          ))}
        </Group>
        <Group heading={t('palette.pages')} shown={pages.length > 0}>
          {pages.map((page) => (
            <Row
              key={page.name}
              value={`page ${page.name}`}
              onSelect={act(() => navigate({ to: page.to }))}
              icon={<Icon name={page.icon} size={18} className="text-muted" />}
              title={page.title}
            />
          ))}
        </Group>
        <Group heading={t('palette.actions')} shown={commands.length > 0}>
          {commands.map(([icon, label, run]) => (
            <Row
              key={icon + label}
              value={`do ${icon}`}
              onSelect={act(run)}
              icon={<Icon name={icon} size={18} className="text-muted" />}
              title={label}
            />
          ))}
        </Group>
      </Command.List>
      {sought.length < SHORTEST && <p className="border-t px-4 py-2 text-sm text-muted">{t('palette.hint')}</p>}
    </Command>
  )
}

type Ids = readonly { id: string }[]

function firstOf(results: { agents: Ids; conversations: Ids; executions: Ids } | undefined): string {
  if (results?.agents[0]) return `agent ${results.agents[0].id}`
  if (results?.conversations[0]) return `conversation ${results.conversations[0].id}`
  return results?.executions[0] ? `execution ${results.executions[0].id}` : ''
}

function Group({ heading, shown, children }: { heading: string; shown: boolean; children: ReactNode }) {
  if (!shown) return null
  return (
    <Command.Group
      heading={heading}
      className={cn(
        '[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2',
        '[&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs',
        '[&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted',
      )}
    >
      {children}
    </Command.Group>
  )
}

interface RowProps {
  value: string
  onSelect: () => void
  icon: ReactNode
  title: string
  about?: ReactNode
  end?: ReactNode
}

function Row({ value, onSelect, icon, title, about, end }: RowProps) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex min-h-10 items-center gap-3 rounded-md px-2 py-1.5 data-[selected=true]:bg-hover"
    >
      <span className="grid w-6 place-items-center">{icon}</span>
      <span className="min-w-0 flex-1">
        <span className="block truncate text-base">{title}</span>
        {about && <span className="block truncate text-sm text-muted">{about}</span>}
      </span>
      {end && <span className="text-sm text-muted">{end}</span>}
    </Command.Item>
  )
}
