import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useMatchRoute, useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'

import { api, data, root } from '@/client/api'
import { useWaitingCount } from '@/components/approval/data'
import { useBudgetNotices } from '@/components/budgets'
import { Button, IconButton } from '@/components/button'
import { Key } from '@/components/chip'
import { Icon } from '@/components/icon'
import type { InterfaceIcon } from '@/components/icon-names'
import { Menu, MenuItem, MenuLine } from '@/components/menu'
import { usePutting } from '@/components/projects'
import { useReminderNotices } from '@/components/reminders'
import { Tooltip } from '@/components/tooltip'
import { useAccountLanguage } from '@/lib/account'
import { cn } from '@/lib/cn'
import { lazyPart } from '@/lib/lazy-part'
import { languageName, LANGUAGES, usePreferences, type Theme } from '@/lib/preferences'
import { chooseLanguage, useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'
import { useLive } from '@/live/store'

import { useSignOut } from './sign-out'
import { usePages } from './use-pages'

const PutDialog = lazyPart(() => import('@/components/projects/put-dialog'))
const Palette = lazyPart(() => import('./palette').then((module) => ({ default: module.Palette })))

/** How many pages the bar of a phone has room for; the others are behind "More". */
const BELOW = 5

/** The frame of the app: navigation at the side (below on a phone), bar above, page in the middle. */
export function Shell() {
  const t = useTexts('shell')
  useAccountLanguage()
  useReminderNotices()
  useBudgetNotices()
  const [palette, setPalette] = useState<'closed' | 'opened' | 'open'>('closed')
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        setPalette((now) => (now === 'open' ? 'opened' : 'open'))
      }
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return (
    <div className="flex h-full">
      <a
        href="#content"
        className={cn(
          'absolute top-2 left-2 z-50 -translate-y-20 rounded-md bg-accent px-3 py-2',
          'text-on-accent focus-visible:translate-y-0',
        )}
      >
        {t('skip')}
      </a>
      <Sidebar />
      <div className="flex min-w-0 flex-1 flex-col">
        <TopBar onSearch={() => setPalette('open')} />
        <LostBanner />
        <main id="content" tabIndex={-1} className="min-h-0 flex-1 focus-visible:outline-none">
          <Outlet />
        </main>
        <BottomBar />
      </div>
      <Suspense>
        <Putting />
        {palette !== 'closed' && <Palette open={palette === 'open'} onClose={() => setPalette('opened')} />}
      </Suspense>
    </div>
  )
}

/** The window in which a thing is put into projects. */
function Putting() {
  const { thing, close } = usePutting()
  return thing && <PutDialog thing={thing} onClose={close} />
}

function Sidebar() {
  const t = useTexts('shell')
  const pages = usePages()
  const { sidebar, toggleSidebar } = usePreferences()
  const narrow = sidebar === 'icons'
  return (
    <nav
      aria-label={t('navigation')}
      className={cn(
        'flex shrink-0 flex-col gap-1 overflow-y-auto border-r bg-sunken p-2.5 max-sm:hidden',
        narrow ? 'w-15' : 'w-58 max-lg:w-15',
      )}
    >
      <Link to="/" className="mb-3 flex h-9 items-center gap-2.5 rounded-md px-1.5" aria-label="Bailiwick">
        <img src={`${root}/favicon.svg`} alt="" width={28} height={28} />
        <span className={cn('text-md font-semibold tracking-tight', narrow ? 'hidden' : 'max-lg:hidden')}>
          Bailiwick
        </span>
      </Link>
      {pages.map((page) => (
        <Tooltip key={page.name} text={page.title} side="right">
          <Link
            to={page.to}
            activeOptions={{ exact: page.to === '/', includeSearch: false }}
            className={cn(
              'group relative flex h-9 items-center gap-3 rounded-md px-2.5 font-medium',
              'text-muted transition-colors duration-120 hover:bg-hover hover:text-ink',
              'aria-[current=page]:bg-surface aria-[current=page]:text-ink',
            )}
            style={{ '--hue': `var(--module-${page.module}, var(--module-home))` } as React.CSSProperties}
          >
            <Icon name={page.icon} size={20} className="group-aria-[current=page]:module-ink" />
            <span className={cn('truncate', narrow ? 'sr-only' : 'max-lg:sr-only')}>{page.title}</span>
            {page.name === 'approvals' && (
              <Waiting
                className={
                  narrow ? 'absolute top-0.5 left-6' : 'max-lg:absolute max-lg:top-0.5 max-lg:left-6 lg:ml-auto'
                }
              />
            )}
          </Link>
        </Tooltip>
      ))}
      <div className="flex-1" />
      <IconButton
        icon="sidebar-simple"
        label={t(narrow ? 'expand' : 'collapse')}
        onClick={toggleSidebar}
        aria-expanded={!narrow}
        className="max-lg:hidden"
      />
    </nav>
  )
}

const BELOW_LOOK = cn(
  'relative flex h-14 min-w-0 flex-1 flex-col items-center justify-center gap-0.5 text-xs',
  'text-muted aria-[current=page]:text-accent',
)

function BottomBar() {
  const t = useTexts('shell')
  const navigate = useNavigate()
  const matches = useMatchRoute()
  const pages = usePages()
  const rest = pages.slice(BELOW)
  const inRest = rest.some((page) => matches({ to: page.to, fuzzy: true }))
  return (
    <nav
      aria-label={t('navigation')}
      className="flex shrink-0 border-t bg-sunken pb-[env(safe-area-inset-bottom)] sm:hidden"
    >
      {pages.slice(0, BELOW).map((page) => (
        <Link
          key={page.name}
          to={page.to}
          activeOptions={{ exact: page.to === '/', includeSearch: false }}
          className={BELOW_LOOK}
        >
          <Icon name={page.icon} size={21} />
          <BelowLabel>{page.short}</BelowLabel>
          {page.name === 'approvals' && <Waiting className="absolute top-1 left-1/2 ml-1.5" />}
        </Link>
      ))}
      <Menu
        trigger={
          <button type="button" aria-current={inRest ? 'page' : undefined} className={BELOW_LOOK}>
            <Icon name="dots-three" size={21} />
            <BelowLabel>{t('morePages')}</BelowLabel>
          </button>
        }
      >
        {rest.map((page) => (
          <MenuItem
            key={page.name}
            icon={page.icon}
            checked={Boolean(matches({ to: page.to, fuzzy: true }))}
            onSelect={() => void navigate({ to: page.to })}
          >
            {page.title}
          </MenuItem>
        ))}
      </Menu>
    </nav>
  )
}

const MOST_COUNTED = 99

/** How many calls wait for this person; nothing while none does. */
function Waiting({ className }: { className?: string }) {
  const t = useTexts('shell')
  const count = useWaitingCount()
  if (!count) return null
  return (
    <span
      className={cn(
        'numbers grid h-4 min-w-4 place-items-center rounded-full bg-accent px-1 text-[10px]',
        'leading-none font-semibold text-on-accent',
        className,
      )}
    >
      {count > MOST_COUNTED ? `${MOST_COUNTED}+` : count}
      <span className="sr-only"> {t('waiting', { count })}</span>
    </span>
  )
}

function BelowLabel({ children }: { children: string }) {
  return <span className="w-full truncate px-0.5 text-center text-[11px] leading-4">{children}</span>
}

function TopBar({ onSearch }: { onSearch: () => void }) {
  const t = useTexts('shell')
  return (
    <header className="floating z-20 flex h-13 shrink-0 items-center gap-1 border-b px-3 sm:gap-2 sm:px-4">
      <button
        type="button"
        onClick={onSearch}
        aria-keyshortcuts="Control+K Meta+K"
        className={cn(
          'flex h-9 w-full max-w-90 min-w-0 items-center gap-2 rounded-md border bg-sunken',
          'px-3 text-base text-muted transition-colors duration-120',
          'hover:border-line-strong',
        )}
      >
        <Icon name="magnifying-glass" size={16} />
        <span className="min-w-0 flex-1 truncate text-left">
          <span className="max-sm:hidden">{t('search')}</span>
          <span className="sm:hidden">{t('searchShort')}</span>
        </span>
        <span className="flex gap-0.5 max-sm:hidden">
          <Key>{isApple ? '⌘' : 'Ctrl'}</Key>
          <Key>K</Key>
        </span>
      </button>
      <div className="flex-1" />
      <ConnectionState />
      <LanguageMenu />
      <ThemeMenu />
      <PersonMenu />
    </header>
  )
}

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

function ConnectionState() {
  const t = useTexts('shell')
  const connection = useLive((live) => live.connection)
  const tone = { live: 'bg-success', connecting: 'bg-warning animate-pulse-soft', lost: 'bg-danger' }[connection]
  return (
    <Tooltip text={t(`connection.${connection}`)}>
      <span role="status" className="flex h-9 items-center gap-2 px-1.5 text-sm text-muted" tabIndex={-1}>
        <span aria-hidden className={cn('size-2 rounded-full', tone)} />
        <span className={connection === 'live' ? 'max-lg:sr-only' : 'max-sm:sr-only'}>
          {t(`connection.${connection}`)}
        </span>
      </span>
    </Tooltip>
  )
}

/** Speaks up only when the loss lasts, so that a restart of a second disturbs nobody. */
function LostBanner() {
  const t = useTexts('shell')
  const lostAt = useLive((live) => live.lostAt)
  // Which loss has lasted; a new one starts anew.
  const [lasting, setLasting] = useState<number | null>(null)
  useEffect(() => {
    const timer = lostAt === null ? undefined : setTimeout(() => setLasting(lostAt), 3000)
    return () => clearTimeout(timer)
  }, [lostAt])
  if (lostAt === null || lasting !== lostAt) return null
  return (
    <div role="alert" className="flex items-center gap-2 border-b bg-warning-soft px-4 py-2 text-base text-warning">
      <Icon name="wifi-slash" size={17} />
      {t('lostBanner')}
    </div>
  )
}

function LanguageMenu() {
  const t = useTexts('shell')
  const { language } = usePreferences()
  return (
    <Menu
      trigger={
        <Button
          look="quiet"
          icon="translate"
          aria-label={`${language.toUpperCase()}, ${t('language')}: ${languageName(language)}`}
          className="px-2"
        >
          {language.toUpperCase()}
        </Button>
      }
    >
      {LANGUAGES.map((one) => (
        <MenuItem key={one} checked={one === language} onSelect={() => void chooseLanguage(one)}>
          <span lang={one}>{languageName(one)}</span>
        </MenuItem>
      ))}
    </Menu>
  )
}

const THEME_ICONS: Record<Theme, InterfaceIcon> = { light: 'sun', dark: 'moon', system: 'monitor' }

function ThemeMenu() {
  const t = useTexts('shell')
  const { theme, setTheme } = usePreferences()
  return (
    <Menu trigger={<IconButton icon={THEME_ICONS[theme]} label={`${t('theme')}: ${t(`themes.${theme}`)}`} />}>
      {(Object.keys(THEME_ICONS) as Theme[]).map((one) => (
        <MenuItem key={one} icon={THEME_ICONS[one]} checked={one === theme} onSelect={() => setTheme(one)}>
          {t(`themes.${one}`)}
        </MenuItem>
      ))}
    </Menu>
  )
}

function PersonMenu() {
  const t = useTexts('shell')
  const signOut = useSignOut()
  const me = useQuery({ queryKey: keys.me, queryFn: () => data(api.GET('/api/me')), staleTime: Infinity })
  const name = me.data?.user.name ?? ''
  return (
    <Menu trigger={<IconButton icon="user" label={name ? t('signedInAs', { name }) : t('person')} />}>
      <div className="px-2 py-1.5 text-sm text-muted">{t('signedInAs', { name })}</div>
      <MenuLine />
      <MenuItem icon="file-text" onSelect={() => location.assign(`${root}/docs`)}>
        {t('apiReference')}
      </MenuItem>
      <MenuItem icon="sign-out" onSelect={() => void signOut()}>
        {t('signOut')}
      </MenuItem>
    </Menu>
  )
}
