import { useMemo, useState, type KeyboardEvent } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'

import { Avatar, agentIcon } from '@/components/avatar'
import { Button } from '@/components/button'
import { SearchInput, TextInput } from '@/components/field'
import { Icon } from '@/components/icon'
import { AGENT_ICONS } from '@/components/icon-names'
import { Popover } from '@/components/popover'
import { cn } from '@/lib/cn'
import { plain } from '@/lib/plain'
import { useTexts } from '@/lib/text'

import type { Draft } from '../draft'
import { iconContrast, LEAST_CONTRAST, readable, THEMES, type ThemeName } from './contrast'
import { BoundField } from './fields'
import { PALETTE } from './palette'

const HEX = /^#[0-9A-Fa-f]{6}$/

/** Chooses the icon of the avatar. */
export function IconField() {
  const t = useTexts('agents-editor')
  const icons = useTexts('agents-icons')
  const { control } = useFormContext<Draft>()
  const { field } = useController({ control, name: 'icon' })
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const found = useMemo(() => {
    const words = plain(text).split(/\s+/).filter(Boolean)
    return AGENT_ICONS.filter((name) => {
      const said = plain(`${name} ${icons(name)}`)
      return words.every((word) => said.includes(word))
    })
  }, [text, icons])
  return (
    <BoundField name="icon" label={t('icon')}>
      {(labelled) => (
        <Popover
          open={open}
          onOpenChange={setOpen}
          label={t('chooseIcon')}
          className="w-84 max-w-[calc(100vw-24px)]"
          trigger={
            <Button
              {...labelled}
              aria-label={`${t('icon')}: ${icons(agentIcon(field.value))}`}
              className="justify-start"
            >
              <Icon name={agentIcon(field.value)} size={18} />
              <span className="min-w-0 truncate">{icons(agentIcon(field.value))}</span>
              <Icon name="caret-down" size={14} className="ml-auto text-muted" />
            </Button>
          }
        >
          <SearchInput
            autoFocus
            label={t('searchIcons')}
            value={text}
            onChange={setText}
            className="sticky top-0 z-1 mb-2 flex w-full"
          />
          <div
            role="listbox"
            tabIndex={-1}
            aria-label={t('chooseIcon')}
            onKeyDown={moveInGrid}
            className="grid grid-cols-8 gap-0.5"
          >
            {found.map((name, index) => (
              <button
                key={name}
                type="button"
                role="option"
                aria-selected={name === field.value}
                tabIndex={name === field.value || (index === 0 && !found.some((one) => one === field.value)) ? 0 : -1}
                aria-label={icons(name)}
                title={icons(name)}
                onClick={() => {
                  field.onChange(name)
                  setOpen(false)
                }}
                className={cn(
                  'grid aspect-square place-items-center rounded-md',
                  name === field.value ? 'bg-accent-soft text-accent' : 'hover:bg-hover',
                )}
              >
                <Icon name={name} size={20} />
              </button>
            ))}
          </div>
          {!found.length && <p className="px-2 py-4 text-center text-base text-muted">{t('noIcon', { text })}</p>}
        </Popover>
      )}
    </BoundField>
  )
}

const COLUMNS = 8

/** Arrows move through the icons. */
function moveInGrid(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: COLUMNS, ArrowUp: -COLUMNS }[event.key]
  if (!step) return
  event.preventDefault()
  const icons = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=option]')]
  icons[icons.indexOf(document.activeElement as HTMLElement) + step]?.focus()
}

/** Chooses the colour of the avatar, and says where it would be hard to see. */
export function ColorField() {
  const t = useTexts('agents-editor')
  const { control } = useFormContext<Draft>()
  const { field } = useController({ control, name: 'color' })
  const valid = HEX.test(field.value)
  const faint = valid
    ? (Object.keys(THEMES) as ThemeName[]).filter((theme) => iconContrast(field.value, theme) < LEAST_CONTRAST)
    : []
  const better = faint.length ? readable(field.value) : ''
  return (
    <BoundField
      name="color"
      label={t('color')}
      hint={
        faint.length > 0 && (
          <span className="flex flex-wrap items-center gap-1.5 text-warning">
            <Icon name="warning" size={15} />
            {t('faint', { theme: t(`themes.${faint[0]!}`) })}
            <Button size="small" onClick={() => field.onChange(better)}>
              <span aria-hidden className="size-3 rounded-full" style={{ background: better }} />
              {t('useReadable', { hex: better })}
            </Button>
          </span>
        )
      }
    >
      {(labelled) => (
        <div className="flex flex-col gap-2">
          <span className="w-28">
            <TextInput
              {...labelled}
              value={field.value}
              onChange={(event) => field.onChange(withHash(event.target.value))}
              onBlur={field.onBlur}
              maxLength={7}
              spellCheck={false}
              autoComplete="off"
              className="font-mono text-sm"
            />
          </span>
          <div role="radiogroup" aria-label={t('colors')} className="flex flex-wrap gap-0.5">
            {PALETTE.map((hex, index) => {
              const taken = hex.toLowerCase() === field.value.toLowerCase()
              const reachable =
                taken || (index === 0 && !PALETTE.some((one) => one.toLowerCase() === field.value.toLowerCase()))
              return (
                <button
                  key={hex}
                  type="button"
                  role="radio"
                  aria-checked={taken}
                  aria-label={hex}
                  title={hex}
                  tabIndex={reachable ? 0 : -1}
                  onClick={() => field.onChange(hex)}
                  onKeyDown={(event) => {
                    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
                    if (!step) return
                    event.preventDefault()
                    const next = (index + step + PALETTE.length) % PALETTE.length
                    field.onChange(PALETTE[next])
                    ;(event.currentTarget.parentElement?.children[next] as HTMLElement | undefined)?.focus()
                  }}
                  className="grid size-7 place-items-center rounded-full"
                >
                  <span
                    className={cn(
                      'grid size-5 place-items-center rounded-full',
                      taken && 'outline-2 outline-offset-2 outline-ink',
                    )}
                    style={{ background: hex }}
                  />
                </button>
              )
            })}
          </div>
        </div>
      )}
    </BoundField>
  )
}

const withHash = (text: string) => (/^[0-9A-Fa-f]{6}$/.test(text.trim()) ? `#${text.trim()}` : text.trim())

/** The avatar as it is seen in each theme. */
export function LooksPreview() {
  const t = useTexts('agents-editor')
  const { control } = useFormContext<Draft>()
  const [color, icon] = useWatch({ control, name: ['color', 'icon'] })
  const agent = { color: HEX.test(color) ? color : '#6B7280', icon }
  return (
    <div role="img" aria-label={t('preview')} className="flex overflow-hidden rounded-lg border">
      {(Object.keys(THEMES) as ThemeName[]).map((theme) => (
        <span
          key={theme}
          className="flex flex-col items-center gap-1.5 px-5 py-3 text-xs"
          style={
            {
              '--surface': THEMES[theme].surface,
              '--ink': THEMES[theme].ink,
              background: 'var(--surface)',
              color: 'var(--ink)',
            } as React.CSSProperties
          }
        >
          <Avatar agent={agent} size={48} />
          {t(theme)}
        </span>
      ))}
    </div>
  )
}
