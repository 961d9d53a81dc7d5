import { useState, type ComponentProps, type KeyboardEvent, type ReactNode, type RefObject } from 'react'

import { cn } from '@/lib/cn'
import { useFormat } from '@/lib/format'
import { useTexts } from '@/lib/text'

import { Icon } from '../icon'
import { MentionList, type Nameable } from './mention-list'
import { mentionsOf, type Mentions } from './use-mentions'

const NEAR_LIMIT = 0.9

interface ComposerProps<T extends Nameable> {
  label: string
  placeholder: string
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  setText: (text: string) => void
  mentions: Mentions<T>
  mentionsLabel: string
  aboutOf: (one: T) => string
  /** What is said where nobody matches a mention. */
  noMention?: string
  /** Characters there are, and how many there may be. */
  length: { now: number; most: number }
  /** What is wrong, in words. */
  problem: string
  /** Whether there is something that can be sent. */
  can: boolean
  sendLabel: string
  onSend: () => void
  /** Takes keys that neither choose a mention nor send. */
  onKey: (event: KeyboardEvent<HTMLTextAreaElement>) => void
  /** Takes files that are dropped or pasted. */
  onFiles?: (files: readonly File[]) => void
  /** What the field says while files are held over it. */
  dropPrompt?: string
  autoFocus?: boolean
  /** What stands over the field. */
  above: ReactNode
  /** What stands in the row below it, on the left. */
  below: ReactNode
  /** What stands before the button that sends. */
  stop?: ReactNode
}

/** A field in which a message is written: Enter sends, `@` names somebody. */
export function Composer<T extends Nameable>(props: ComposerProps<T>) {
  const { label, field, text, mentions, length, problem, can, onSend, onFiles } = props
  const t = useTexts('composer')
  const format = useFormat()
  const [dragging, setDragging] = useState(false)
  const problemId = `${mentions.listId}-problem`

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing || mentions.onKey(event)) return
    if (event.key !== 'Enter' || event.shiftKey) return props.onKey(event)
    event.preventDefault()
    onSend()
  }
  const dropping: Partial<ComponentProps<'form'>> = onFiles
    ? {
        onDragOver: (event) => {
          if (!event.dataTransfer.types.includes('Files')) return
          event.preventDefault()
          setDragging(true)
        },
        onDragLeave: (event) => {
          if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDragging(false)
        },
        onDrop: (event) => {
          if (!event.dataTransfer.files.length) return
          event.preventDefault()
          setDragging(false)
          onFiles([...event.dataTransfer.files])
        },
      }
    : {}

  return (
    // Files can be dropped anywhere on it; the button beside does the same for keyboards.
    <form
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        onSend()
      }}
      {...dropping}
      className={cn(
        'relative rounded-lg border border-line-strong bg-surface transition-colors duration-120',
        'focus-within:border-accent',
        dragging && 'border-dashed border-accent bg-accent-soft',
      )}
    >
      {mentions.open && (
        <MentionList mentions={mentions} label={props.mentionsLabel} aboutOf={props.aboutOf} none={props.noMention} />
      )}
      {props.above}
      <textarea
        ref={field}
        value={text}
        rows={linesOf(text)}
        // On a phone this would open the keyboard over the page; from an open window it would take what is typed there.
        autoFocus={props.autoFocus && matchMedia('(pointer: fine)').matches && !document.querySelector(OPEN_WINDOW)}
        aria-label={label}
        aria-describedby={problem ? problemId : undefined}
        placeholder={dragging ? props.dropPrompt : props.placeholder}
        onChange={(event) => {
          props.setText(event.target.value)
          mentions.onCaret(event.target.selectionEnd)
        }}
        onSelect={(event) => mentions.onCaret(event.currentTarget.selectionEnd)}
        onKeyDown={onKeyDown}
        onPaste={(event) => {
          if (!onFiles || !event.clipboardData.files.length || event.clipboardData.getData('text/plain')) return
          event.preventDefault()
          onFiles([...event.clipboardData.files])
        }}
        className={cn(
          'block field-sizing-content max-h-80 min-h-12 w-full resize-none bg-transparent px-4 pt-3 pb-1 text-md',
          'outline-none focus-visible:outline-none',
        )}
        {...mentionsOf(mentions)}
      />
      {problem && (
        <p id={problemId} role="alert" className="flex items-start gap-1.5 px-4 pb-1 text-sm text-danger">
          <Icon name="warning-circle" size={15} className="mt-px" />
          <span className="min-w-0 break-words">{problem}</span>
        </p>
      )}
      <div className="flex items-center gap-1.5 px-2 pb-2">
        {props.below}
        {length.now > length.most * NEAR_LIMIT && (
          <span
            className={cn('numbers text-sm max-sm:hidden', length.now > length.most ? 'text-danger' : 'text-muted')}
          >
            {t('length', { now: format.number(length.now), most: format.number(length.most) })}
          </span>
        )}
        {props.stop}
        <button
          type="submit"
          disabled={!can}
          aria-label={props.sendLabel}
          title={props.sendLabel}
          className={cn(
            'grid size-9 shrink-0 place-items-center rounded-md bg-accent text-on-accent',
            'transition-colors duration-120',
            'hover:bg-accent-hover disabled:bg-sunken disabled:text-faint',
          )}
        >
          <Icon name="paper-plane-right" size={18} />
        </button>
      </div>
    </form>
  )
}

const OPEN_WINDOW = '[role=dialog][data-state=open]'

/** How many lines a field shows for a text, where it cannot measure the text itself. */
export const linesOf = (text: string): number => Math.min(12, text.split('\n').length)
