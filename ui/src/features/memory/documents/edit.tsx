import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { api, ApiError, data } from '@/client/api'
import { Button } from '@/components/button'
import { Dialog } from '@/components/dialog'
import { Field, TextArea, TextInput } from '@/components/field'
import { useReason } from '@/components/states'
import { useTexts } from '@/lib/text'
import { keys } from '@/live/refresh'

import { Problem } from '../editing/problem'
import { tagsOf } from './tags'
import type { DocumentText } from './types'

const LONGEST_TITLE = 200

/** Changes the title and tags of a document, and the text of one that was written here. */
export function EditDocument({ document, onClose }: { document: DocumentText; onClose: () => void }) {
  const t = useTexts('memory-documents')
  const shared = useTexts('shared')
  const reason = useReason()
  const queries = useQueryClient()
  const written = document.filename === null
  const [title, setTitle] = useState(document.title)
  const [tags, setTags] = useState(document.tags.join(', '))
  const [content, setContent] = useState(document.content)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const read = tagsOf(tags)
  const field = problem instanceof ApiError ? problem.field : undefined
  const save = async () => {
    setTried(true)
    if (!title.trim() || !read) return
    setBusy(true)
    setProblem(null)
    try {
      const body = { title: title.trim(), tags: read, ...(written && content !== document.content ? { content } : {}) }
      await data(api.PATCH('/api/documents/{id}', { params: { path: { id: document.id } }, body }))
      await Promise.all([
        queries.invalidateQueries({ queryKey: keys.document(document.id) }),
        queries.invalidateQueries({ queryKey: keys.documents }),
      ])
      onClose()
    } catch (error) {
      setProblem(error)
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      wide={written}
      title={t('edit.title')}
      actions={
        <>
          <Button onClick={onClose}>{shared('cancel')}</Button>
          <Button look="primary" busy={busy} onClick={() => void save()}>
            {t('edit.save')}
          </Button>
        </>
      }
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Field
          label={t('edit.name')}
          error={tried && !title.trim() ? t('edit.needName') : field === 'title' ? reason(problem) : undefined}
        >
          {(control) => (
            <TextInput
              {...control}
              value={title}
              maxLength={LONGEST_TITLE}
              onChange={(event) => setTitle(event.target.value)}
            />
          )}
        </Field>
        <Field
          label={t('edit.tags')}
          hint={t('edit.tagsHint')}
          error={tried && !read ? t('edit.moreTags') : field === 'tags' ? reason(problem) : undefined}
        >
          {(control) => <TextInput {...control} value={tags} onChange={(event) => setTags(event.target.value)} />}
        </Field>
        {written && (
          <Field
            label={t('edit.text')}
            hint={t('edit.textHint')}
            error={field === 'content' ? reason(problem) : undefined}
          >
            {(control) => (
              <TextArea
                {...control}
                rows={14}
                value={content}
                onChange={(event) => setContent(event.target.value)}
                className="font-mono text-sm"
              />
            )}
          </Field>
        )}
        {problem !== null && field === undefined && <Problem text={reason(problem)} />}
        <button type="submit" hidden>
          {t('edit.save')}
        </button>
      </form>
    </Dialog>
  )
}
