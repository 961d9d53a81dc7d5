import { memo, useLayoutEffect, useRef, useState } from 'react'

import { Button, IconButton } from '@/components/button'
import { Disclosure } from '@/components/disclosure'
import { linesOf } from '@/components/composer'
import { CONTROL } from '@/components/field'
import { Icon } from '@/components/icon'
import { cn } from '@/lib/cn'
import { draftOf, keepDraft } from '@/lib/drafts'
import { useTexts } from '@/lib/text'

import { apart, LONGEST_MESSAGE, withAttachments, type Attachment } from './attachments'
import type { SentFile } from './files'
import { SentFiles } from './sent-files'
import { useThreadActions } from './thread-actions'

const LONG = 1200
const LONG_LINES = 14

interface QuestionProps {
  id: string
  content: string
  files: readonly SentFile[]
  editing: boolean
  /** Whether it can be edited now. */
  editable: boolean
}

/** What the person said. */
export const Question = memo(function Question({ id, content, files, editing, editable }: QuestionProps) {
  const t = useTexts('chat')
  const { edit } = useThreadActions()
  const { words, attachments } = apart(content)
  const [whole, setWhole] = useState(false)
  if (editing) return <Editor id={id} words={words} attachments={attachments} files={files} />
  const long = words.length > LONG || words.split('\n').length > LONG_LINES
  return (
    <div className="group/question flex items-center justify-end gap-1">
      <h2 className="sr-only">{t('youSaid')}</h2>
      {editable && (
        <IconButton
          icon="pencil-simple"
          size="small"
          label={t('edit')}
          onClick={() => edit(id)}
          className={cn(
            'opacity-0 transition-opacity duration-120 group-hover/question:opacity-100',
            'focus-visible:opacity-100 pointer-coarse:opacity-100',
          )}
        />
      )}
      <div className="max-w-[88%] min-w-0 rounded-lg bg-accent-soft/70 px-4 py-2.5 text-md break-words">
        {words && <p className={cn('whitespace-pre-wrap', long && !whole && 'line-clamp-[12]')}>{words}</p>}
        {attachments.map((file, index) => (
          <Disclosure key={index} mark={<Icon name="file-text" size={15} />} label={file.name}>
            {() => (
              <pre className="max-h-72 overflow-auto font-mono text-xs leading-5 whitespace-pre-wrap">{file.text}</pre>
            )}
          </Disclosure>
        ))}
        <SentFiles files={files} />
        {long && (
          <Button size="small" look="quiet" aria-expanded={whole} onClick={() => setWhole(!whole)} className="-ml-2.5">
            {t(whole ? 'showLess' : 'showAll')}
          </Button>
        )}
      </div>
    </div>
  )
})

interface EditorProps {
  id: string
  words: string
  attachments: readonly Attachment[]
  /** What goes with it again. */
  files: readonly SentFile[]
}

function Editor({ id, words, attachments, files }: EditorProps) {
  const t = useTexts('chat')
  const shared = useTexts('shared')
  const { edit, sendEdited, laterThan } = useThreadActions()
  const draft = `edit.${id}`
  const [text, setText] = useState(() => draftOf(draft) || words)
  const field = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    const area = field.current
    if (!area) return
    area.focus()
    area.setSelectionRange(area.value.length, area.value.length)
  }, [])
  const message = withAttachments(text, attachments)
  const later = laterThan(id)
  const can = (message.length > 0 || files.length > 0) && message.length <= LONGEST_MESSAGE
  const send = async () => {
    if (!can) return
    // The field is gone while it is sent; where that fails, it comes back with what was written.
    keepDraft(draft, text)
    await sendEdited(id, message).then(
      () => keepDraft(draft, ''),
      () => undefined,
    )
  }
  const giveUp = () => {
    keepDraft(draft, '')
    edit(null)
  }
  return (
    <form
      className="flex flex-col gap-2 rounded-lg border bg-surface p-3"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <label className="sr-only" htmlFor={`edit-${id}`}>
        {t('editLabel')}
      </label>
      <textarea
        id={`edit-${id}`}
        ref={field}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.preventDefault()
            giveUp()
          } else if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
            event.preventDefault()
            void send()
          }
        }}
        className={cn(CONTROL, 'field-sizing-content max-h-90 resize-none py-2 text-md')}
        rows={linesOf(text)}
      />
      <SentFiles files={files} />
      <div className="flex flex-wrap items-center justify-end gap-2">
        {later > 0 && <span className="mr-auto text-sm text-muted">{t('editReplaces', { count: later })}</span>}
        <Button size="small" onClick={giveUp}>
          {shared('cancel')}
        </Button>
        <Button size="small" look="primary" type="submit" disabled={!can}>
          {t('sendAgain')}
        </Button>
      </div>
    </form>
  )
}
