import { useId, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'

import { Icon } from '@/components/icon'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import type { Control } from './fields'

interface ChipsProps {
  control: Control
  label: string
  value: readonly string[]
  onChange: (value: string[]) => void
  limit: number
  /** What is wrong with single words, by place. */
  problems: ReadonlyMap<number, string>
  /** Words with a remark. */
  marked?: ReadonlySet<string>
  /** What a word means, e.g. the name of a language. */
  meaning?: (word: string) => string | undefined
}

/** A list of words or short phrases, each a chip; many can be pasted at once. */
export function Chips({ control, label, value, onChange, limit, problems, marked, meaning }: ChipsProps) {
  const t = useTexts('agents-editor')
  const format = useFormat()
  const help = useId()
  const list = useRef<HTMLUListElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const here = Math.min(at, value.length - 1)

  const add = (raw: string) => {
    const had = new Set(value)
    const fresh = raw
      .split(/[\n\r\t,;]+/)
      .map((word) => word.trim())
      .filter((word) => word !== '' && !had.has(word) && had.add(word))
    if (fresh.length) onChange([...value, ...fresh])
    setText('')
  }
  const focusChip = (index: number) => {
    setAt(index)
    list.current?.querySelectorAll<HTMLElement>('[data-chip]')[index]?.focus()
  }
  const remove = (index: number, byKey: boolean) => {
    flushSync(() => onChange(value.filter((_, place) => place !== index)))
    if (!byKey || value.length === 1) input.current?.focus()
    else focusChip(Math.min(index, value.length - 2))
  }
  const edit = (index: number) => {
    setText(value[index]!)
    onChange(value.filter((_, place) => place !== index))
    input.current?.focus()
  }
  const onInputKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' || event.key === ',') {
      event.preventDefault()
      add(text)
    } else if (text === '' && value.length && (event.key === 'Backspace' || event.key === 'ArrowLeft')) {
      event.preventDefault()
      focusChip(value.length - 1)
    }
  }
  const onChipKey = (event: KeyboardEvent, index: number) => {
    const move = {
      ArrowLeft: index - 1,
      ArrowUp: index - 1,
      ArrowRight: index + 1,
      ArrowDown: index + 1,
      Home: 0,
      End: value.length - 1,
    }[event.key]
    if (move !== undefined) {
      event.preventDefault()
      if (move >= value.length) input.current?.focus()
      else focusChip(Math.max(0, move))
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      remove(index, true)
    }
  }
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text')
    if (!/[\n\r\t,;]/.test(pasted)) return
    event.preventDefault()
    add(`${text}${pasted}`)
  }
  return (
    <div
      className={cn(
        'rounded-md border border-line-strong bg-surface transition-colors duration-120',
        'focus-within:border-accent hover:border-faint',
      )}
    >
      {value.length > 0 && (
        <ul ref={list} aria-label={label} className="flex max-h-44 flex-wrap gap-1 overflow-y-auto p-1.5 pb-0">
          {value.map((word, index) => {
            const problem = problems.get(index)
            const about = problem ?? meaning?.(word)
            return (
              <li
                key={word}
                className={cn(
                  'inline-flex h-7 max-w-full items-center rounded-sm text-sm',
                  problem
                    ? 'bg-danger-soft text-danger'
                    : marked?.has(word)
                      ? 'bg-warning-soft text-warning'
                      : 'bg-sunken',
                )}
              >
                <button
                  type="button"
                  data-chip
                  tabIndex={index === here ? 0 : -1}
                  aria-describedby={help}
                  title={about}
                  onFocus={() => setAt(index)}
                  onClick={() => edit(index)}
                  onKeyDown={(event) => onChipKey(event, index)}
                  className="h-full min-w-0 truncate rounded-sm pl-2"
                >
                  {word}
                  {about && <span className="sr-only">{`, ${about}`}</span>}
                </button>
                <button
                  type="button"
                  tabIndex={-1}
                  aria-label={t('remove', { value: word })}
                  onClick={() => remove(index, false)}
                  className="grid h-full w-6 shrink-0 place-items-center rounded-sm text-muted hover:text-ink"
                >
                  <Icon name="x" size={12} />
                </button>
              </li>
            )
          })}
        </ul>
      )}
      <span id={help} hidden>
        {t('chipKeys')}
      </span>
      <div className="flex items-center gap-2 pr-2.5">
        <input
          {...control}
          ref={input}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onInputKey}
          onPaste={onPaste}
          onBlur={() => text.trim() && add(text)}
          placeholder={t('addWord')}
          autoComplete="off"
          className={cn(
            'h-9 min-w-0 flex-1 rounded-md bg-transparent px-3 text-base outline-none',
            'focus-visible:outline-none',
          )}
        />
        <span className="numbers shrink-0 text-xs text-muted">
          {t('count', { count: value.length, limit: format.number(limit) })}
        </span>
      </div>
    </div>
  )
}
