import { memo, useCallback, useEffect, useRef, type ClipboardEvent, type KeyboardEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'

import { Button, IconButton } from '@/components/button'
import { Icon } from '@/components/icon'
import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import type { Control } from './fields'

interface LinesProps {
  control: Control
  label: string
  value: readonly string[]
  onChange: (value: string[]) => void
  limit: number
  mono?: boolean
  /** What is wrong with single lines, by place. */
  problems: ReadonlyMap<number, string>
  /** What stands under a line. */
  note?: (line: string, index: number) => ReactNode
  actions?: ReactNode
}

/** A list of lines, each in a field of its own; many can be pasted at once. */
export function Lines({ control, label, value, onChange, limit, mono = false, problems, note, actions }: LinesProps) {
  const t = useTexts('agents-editor')
  const format = useFormat()
  const box = useRef<HTMLDivElement>(null)
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  }, [value])

  const focus = useCallback((index: number) => {
    box.current?.querySelectorAll<HTMLElement>('[data-line]')[index]?.focus()
  }, [])
  const write = useCallback(
    (index: number, count: number, lines: readonly string[]) => {
      // At once: the field that takes the focus next is there then, before another letter is typed.
      flushSync(() => onChange(latest.current.toSpliced(index, count, ...lines)))
    },
    [onChange],
  )
  const add = () => {
    write(value.length, 0, [''])
    focus(value.length)
  }
  const onKey = useCallback(
    (event: KeyboardEvent<HTMLInputElement>, index: number) => {
      if (event.nativeEvent.isComposing) return
      const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
      if (step) {
        event.preventDefault()
        focus(Math.max(0, index + step))
      } else if (event.key === 'Enter') {
        event.preventDefault()
        write(index + 1, 0, [''])
        focus(index + 1)
      } else if (event.key === 'Backspace' && event.currentTarget.value === '') {
        event.preventDefault()
        write(index, 1, [])
        focus(Math.max(0, index - 1))
      }
    },
    [focus, write],
  )
  const onPaste = useCallback(
    (event: ClipboardEvent<HTMLInputElement>, index: number) => {
      const pasted = event.clipboardData
        .getData('text')
        .split(/[\r\n]+/)
        .map((line) => line.trim())
        .filter(Boolean)
      if (pasted.length < 2) return
      event.preventDefault()
      const had = event.currentTarget.value
      write(index, 1, had.trim() ? [had, ...pasted] : pasted)
      focus(index + pasted.length - (had.trim() ? 0 : 1))
    },
    [focus, write],
  )
  return (
    <div className="flex flex-col gap-1.5">
      {value.length > 0 && (
        <div
          ref={box}
          className="flex max-h-96 flex-col gap-1 overflow-y-auto rounded-md border border-line-strong bg-surface p-1"
        >
          {value.map((line, index) => (
            <Line
              key={index}
              line={line}
              index={index}
              name={t('lines', { label, number: index + 1 })}
              removeLabel={t('removeLine', { number: index + 1 })}
              mono={mono}
              problem={problems.get(index)}
              note={note?.(line, index)}
              onWrite={write}
              onKey={onKey}
              onPaste={onPaste}
            />
          ))}
        </div>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          {...control}
          aria-invalid={undefined}
          size="small"
          icon="plus"
          aria-label={t('addTo', { label })}
          disabled={value.length >= limit}
          onClick={add}
        >
          {t('addLine')}
        </Button>
        {actions}
        <span className="flex-1" />
        <span className="numbers text-xs text-muted">
          {t('count', { count: value.length, limit: format.number(limit) })}
        </span>
      </div>
    </div>
  )
}

interface LineProps {
  line: string
  index: number
  name: string
  removeLabel: string
  mono: boolean
  problem: string | undefined
  note: ReactNode
  onWrite: (index: number, count: number, lines: readonly string[]) => void
  onKey: (event: KeyboardEvent<HTMLInputElement>, index: number) => void
  onPaste: (event: ClipboardEvent<HTMLInputElement>, index: number) => void
}

const Line = memo(function Line({
  line,
  index,
  name,
  removeLabel,
  mono,
  problem,
  note,
  onWrite,
  onKey,
  onPaste,
}: LineProps) {
  return (
    <div className="shrink-0 [contain-intrinsic-size:auto_34px] [content-visibility:auto]">
      <div className="flex items-center gap-1">
        <input
          data-line
          aria-label={name}
          aria-invalid={problem ? true : undefined}
          value={line}
          onChange={(event) => onWrite(index, 1, [event.target.value])}
          onKeyDown={(event) => onKey(event, index)}
          onPaste={(event) => onPaste(event, index)}
          autoComplete="off"
          spellCheck={!mono}
          className={cn(
            'h-8 min-w-0 flex-1 rounded-sm bg-transparent px-2 hover:bg-hover focus-visible:outline-1',
            'focus-visible:-outline-offset-1',
            mono ? 'font-mono text-sm' : 'text-base',
            problem && 'text-danger',
          )}
        />
        <IconButton icon="x" size="small" label={removeLabel} onClick={() => onWrite(index, 1, [])} />
      </div>
      {problem && (
        <p role="alert" className="flex items-start gap-1 px-2 pb-1 text-sm text-danger">
          <Icon name="warning-circle" size={14} className="mt-0.5" />
          <span className="min-w-0 break-words">{problem}</span>
        </p>
      )}
      {!problem && note && <div className="px-2 pb-1 text-sm text-muted">{note}</div>}
    </div>
  )
})
