// The page "Notes": a person's notes and lists beside the one that is open, in the app's own controls.

const NOTES = '/api/notes'
const LONGEST_TITLE = 200
const LONGEST_LINE = 2000
/** The tools whose calls change what the page shows. */
const WRITES = new Set([
  'addNote',
  'appendNote',
  'deleteNote',
  'restoreNote',
  'removeFromNote',
  'tickNote',
  'changeNote',
  'renameNote',
  'mergeNotes',
  'clearNote',
  'undoNoteChange',
])

const addressOf = (note) => `${NOTES}/${note.id}`
const openId = () => decodeURIComponent(window.location.hash.slice(1))
const folded = (text) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
/** Names a line, also when others before it have gone: which of the lines of its text it is. */
const nameOf = (lines, place) => {
  const before = lines.slice(0, place).filter((line) => line === lines[place])
  return `${before.length} ${lines[place]}`
}
const leftIn = (note) => note.lines.length - note.done.length

/** Shows the page, once its texts and its look are there. */
export default async function page(_element, host) {
  const [t] = await Promise.all([host.texts(), host.look()])
  const views = viewsOf(host, t)
  host.render(host.react.createElement(views.Notes))
}

function viewsOf(host, t) {
  const { createElement: h, Fragment, useCallback, useEffect, useRef, useState } = host.react
  const { Actions, Ago, Button, Dialog, Empty, Failure, Field, Icon } = host.parts
  const { IconButton, Menu, MenuItem, PutIntoProject, Skeleton, TextInput } = host.parts
  const failed = (error) => host.notify(host.reason(error), 'failed')

  /** All of a person's notes, and the one whose id the address has. */
  function Notes() {
    const [found, setFound] = useState({})
    const [open, setOpen] = useState(openId)
    const [query, setQuery] = useState('')
    const [dialog, setDialog] = useState(null)
    const [hidden, setHidden] = useState(new Set())

    const read = useCallback(async () => {
      try {
        setFound({ notes: (await host.request('GET', NOTES)).notes })
      } catch (error) {
        setFound((before) => (before.notes ? before : { error }))
      }
    }, [])
    useEffect(() => {
      void read()
      return host.listen(({ kind, data }) => kind === 'agent.tool_result' && WRITES.has(data.tool) && void read())
    }, [read])
    useEffect(() => {
      const follow = () => setOpen(openId())
      window.addEventListener('hashchange', follow)
      return () => window.removeEventListener('hashchange', follow)
    }, [])

    const put = useCallback(
      (note) =>
        setFound((before) => ({
          notes: [note, ...(before.notes ?? []).filter((one) => one.id !== note.id)],
        })),
      [],
    )
    const hide = useCallback(
      (id, away) => setHidden((now) => new Set(away ? [...now, id] : [...now].filter((one) => one !== id))),
      [],
    )
    const remove = useCallback(
      (note) => {
        const commit = async () => {
          try {
            await host.request('DELETE', addressOf(note))
            await read()
          } catch (error) {
            failed(error)
          }
          hide(note.id, false)
        }
        hide(note.id, true)
        window.location.hash = ''
        host.undoable(t('deleted', { title: note.title }), () => void commit(), () => {
          hide(note.id, false)
          window.location.hash = note.id
        })
      },
      [read, hide],
    )

    if (found.error) return h(Failure, { error: found.error, onRetry: read })
    if (!found.notes) return h(Skeleton, { className: 'notes-coming' })
    const notes = found.notes.filter((note) => !hidden.has(note.id))
    const chosen = notes.find((note) => note.id === open)
    const start = h(Button, { icon: 'plus', look: 'primary', onClick: () => setDialog({ kind: 'new' }) }, t('start'))
    return h(
      Fragment,
      null,
      h(
        Actions,
        null,
        h(Button, { icon: 'clock-counter-clockwise', onClick: () => setDialog({ kind: 'gone' }) }, t('gone.open')),
        notes.length > 0 && start,
      ),
      notes.length
        ? h(
            'div',
            { className: 'notes', 'data-open': chosen ? '' : undefined },
            h(Overview, { notes, query, onQuery: setQuery, chosen }),
            chosen
              ? h(OpenNote, {
                  key: chosen.id,
                  note: chosen,
                  onKept: put,
                  onStale: read,
                  onRename: () => setDialog({ kind: 'rename', note: chosen }),
                  onDelete: () => remove(chosen),
                })
              : h('p', { className: 'notes-choose' }, t('choose')),
          )
        : h(Empty, { icon: 'notepad', title: t('none'), action: start }, t('noneBody')),
      (dialog?.kind === 'new' || dialog?.kind === 'rename') &&
        h(TitleDialog, { note: dialog.note, onKept: put, onClose: () => setDialog(null) }),
      dialog?.kind === 'gone' && h(GoneDialog, { onBack: put, onClose: () => setDialog(null) }),
    )
  }

  /** The notes, or what a search finds in them. */
  function Overview({ notes, query, onQuery, chosen }) {
    const wanted = folded(query.trim())
    const [stemmed, setStemmed] = useState({ query: '', lines: [] })
    const near = []
    for (const note of wanted ? notes : []) {
      if (folded(note.title).includes(wanted)) near.push({ note })
      note.lines.forEach((line, place) => folded(line).includes(wanted) && near.push({ note, line, place }))
    }
    const lacking = wanted !== '' && near.length === 0
    // What stands nowhere as it is typed may be there with another ending: "plumbers" for "plumber".
    useEffect(() => {
      if (!lacking) return undefined
      let late = false
      const timer = setTimeout(async () => {
        try {
          const { lines } = await host.request('GET', `${NOTES}/lines?query=${encodeURIComponent(wanted)}`)
          if (!late) setStemmed({ query: wanted, lines })
        } catch (error) {
          failed(error)
        }
      }, 200)
      return () => {
        late = true
        clearTimeout(timer)
      }
    }, [lacking, wanted])
    const others = stemmed.query === wanted ? stemmed.lines : []
    const hits = near.length
      ? near
      : others
          .map((one) => ({ ...one, note: notes.find((note) => note.id === one.noteId) }))
          .filter((one) => one.note)
    return h(
      'section',
      { className: 'notes-overview', 'aria-label': t('list') },
      h(
        'div',
        { className: 'notes-search' },
        h(Icon, { name: 'magnifying-glass', size: 16 }),
        h(TextInput, {
          type: 'search',
          value: query,
          'aria-label': t('search'),
          placeholder: t('search'),
          maxLength: 200,
          onChange: (event) => onQuery(event.target.value),
        }),
      ),
      wanted
        ? h(
            Fragment,
            null,
            h('p', { role: 'status', className: 'notes-count' }, t('hits', { count: hits.length })),
            h(
              'ul',
              null,
              hits.slice(0, 100).map(({ note, line, place }) =>
                h(
                  'li',
                  { key: `${note.id} ${place ?? ''}` },
                  h(
                    'a',
                    { href: `#${note.id}`, className: 'note-link' },
                    h('span', { className: 'note-name' }, line ?? note.title),
                    h('span', { className: 'note-about' }, line === undefined ? countOf(note) : note.title),
                  ),
                ),
              ),
            ),
          )
        : h(
            'ul',
            null,
            notes.map((note) =>
              h(
                'li',
                { key: note.id },
                h(
                  'a',
                  {
                    href: `#${note.id}`,
                    className: 'note-link',
                    'aria-current': note.id === chosen?.id ? 'true' : undefined,
                  },
                  h('span', { className: 'note-name' }, note.title),
                  h('span', { className: 'note-about' }, countOf(note), ' · ', h(Ago, { at: note.updatedAt })),
                ),
              ),
            ),
          ),
    )
  }

  const countOf = (note) =>
    note.done.length
      ? t('left', { count: note.lines.length, left: host.format.number(leftIn(note)) })
      : t('lines', { count: note.lines.length })

  /** One note: its lines, which are added, changed, ticked off and removed. */
  function OpenNote({ note, onKept, onStale, onRename, onDelete }) {
    const [typed, setTyped] = useState('')
    const [busy, setBusy] = useState(false)
    const [editing, setEditing] = useState(null)
    const [hidden, setHidden] = useState(new Set())
    const field = useRef(null)
    const title = useRef(null)

    useEffect(() => {
      title.current?.focus({ preventScroll: true })
    }, [])

    const change = async (method, path, body) => {
      try {
        onKept(await host.request(method, addressOf(note) + path, body))
        return true
      } catch (error) {
        failed(error)
        onStale()
        return false
      }
    }
    const add = async (event) => {
      event.preventDefault()
      const lines = typed.split('\n').map((line) => line.trim()).filter(Boolean)
      if (!lines.length || busy) return
      setBusy(true)
      if (await change('POST', '/lines', { lines })) setTyped('')
      setBusy(false)
      field.current?.focus()
    }
    const tick = (place) => {
      const done = !note.done.includes(place)
      // Shown at once; what the server says comes after it.
      onKept({ ...note, done: done ? [...note.done, place] : note.done.filter((one) => one !== place) })
      return change('PUT', `/lines/${place}`, { was: note.lines[place], done })
    }
    const reword = async (place, line) => {
      setEditing(null)
      const was = note.lines[place]
      if (line && line !== was) await change('PUT', `/lines/${place}`, { was, line })
    }
    const away = (places) => {
      const lines = places.map((place) => note.lines[place])
      const names = places.map((place) => nameOf(note.lines, place))
      const show = () => setHidden((now) => new Set([...now].filter((one) => !names.includes(one))))
      const commit = async () => {
        // From the last one on, so that the places of the others hold.
        for (const place of [...places].reverse()) {
          const was = encodeURIComponent(note.lines[place])
          if (!(await change('DELETE', `/lines/${place}?was=${was}`))) break
        }
        show()
      }
      setHidden((now) => new Set([...now, ...names]))
      const said = lines.length === 1 ? t('removed', { line: lines[0] }) : t('removedSome', { count: lines.length })
      host.undoable(said, () => void commit(), show)
    }

    const rows = note.lines
      .map((line, place) => ({ line, place, name: nameOf(note.lines, place), done: note.done.includes(place) }))
      .filter(({ name }) => !hidden.has(name))
    const done = rows.filter((row) => row.done)
    return h(
      'section',
      { className: 'note', 'aria-labelledby': 'note-title' },
      h(
        'header',
        { className: 'note-head' },
        h(
          'a',
          { href: '#', className: 'note-back', 'aria-label': t('back') },
          h(Icon, { name: 'arrow-left', size: 18 }),
        ),
        h('h2', { id: 'note-title', ref: title, tabIndex: -1 }, note.title),
        h(
          Menu,
          { trigger: h(IconButton, { icon: 'dots-three-vertical', label: t('more', { title: note.title }) }) },
          h(MenuItem, { icon: 'pencil-simple', onSelect: onRename }, t('rename')),
          h(PutIntoProject, { kind: 'note', id: note.id, title: note.title }),
          done.length > 0 &&
            h(MenuItem, { icon: 'eraser', onSelect: () => away(done.map((row) => row.place)) }, t('removeDone')),
          h(MenuItem, { icon: 'trash', danger: true, onSelect: onDelete }, t('delete')),
        ),
      ),
      h('p', { className: 'note-when' }, countOf(note), ' · ', t('changed'), ' ', h(Ago, { at: note.updatedAt })),
      rows.length
        ? h(
            'ul',
            { className: 'note-lines', 'aria-label': note.title },
            rows.map((row) =>
              h(Line, {
                key: row.name,
                line: row.line,
                done: row.done,
                editing: editing === row.place,
                onTick: () => void tick(row.place),
                onEdit: () => setEditing(row.place),
                onReword: (line) => void reword(row.place, line),
                onLeave: () => setEditing(null),
                onRemove: () => away([row.place]),
              }),
            ),
          )
        : h('p', { className: 'note-empty' }, t('empty')),
      h(
        'form',
        { className: 'note-add', onSubmit: add },
        h(TextInput, {
          ref: field,
          value: typed,
          maxLength: LONGEST_LINE,
          'aria-label': t('newLine'),
          placeholder: t('newLine'),
          enterKeyHint: 'enter',
          autoComplete: 'off',
          onChange: (event) => setTyped(event.target.value),
        }),
        h(Button, { type: 'submit', icon: 'plus', busy, disabled: !typed.trim() }, t('add')),
      ),
    )
  }

  /** One line; its text is changed where it stands. */
  function Line({ line, done, editing, onTick, onEdit, onReword, onLeave, onRemove }) {
    return h(
      'li',
      { 'data-done': done ? '' : undefined },
      h('input', { type: 'checkbox', checked: done, 'aria-label': t('tick', { line }), onChange: onTick }),
      editing
        ? h(LineField, { line, onReword, onLeave })
        : h(
            'button',
            { type: 'button', className: 'line-text', 'aria-label': t('change', { line }), onClick: onEdit },
            line,
          ),
      !editing && h(IconButton, { icon: 'x', size: 'small', label: t('remove', { line }), onClick: onRemove }),
    )
  }

  /** Takes the new text of a line: Enter or leaving it keeps it, Escape does not. */
  function LineField({ line, onReword, onLeave }) {
    const [typed, setTyped] = useState(line)
    const left = useRef(false)
    const keep = () => {
      if (left.current) return
      left.current = true
      onReword(typed.trim())
    }
    return h(TextInput, {
      value: typed,
      autoFocus: true,
      maxLength: LONGEST_LINE,
      'aria-label': t('change', { line }),
      'data-escape': '',
      onChange: (event) => setTyped(event.target.value),
      onBlur: keep,
      onKeyDown: (event) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter') keep()
        if (event.key === 'Escape') {
          left.current = true
          onLeave()
        }
      },
    })
  }

  /** Takes the title of a new note, or another one of a note that is there. */
  function TitleDialog({ note, onKept, onClose }) {
    const [title, setTitle] = useState(note?.title ?? '')
    const [tried, setTried] = useState(false)
    const [busy, setBusy] = useState(false)
    const [refused, setRefused] = useState(null)
    const lacking = !title.trim()
    const save = async (event) => {
      event.preventDefault()
      setTried(true)
      if (lacking || busy) return
      setBusy(true)
      try {
        const kept = note
          ? await host.request('PUT', addressOf(note), { title: title.trim() })
          : await host.request('POST', NOTES, { title: title.trim() })
        onKept(kept)
        window.location.hash = kept.id
        onClose()
      } catch (error) {
        setRefused(error)
        setBusy(false)
      }
    }
    const actions = h(
      Fragment,
      null,
      h(Button, { onClick: onClose }, t('dialog.cancel')),
      h(Button, { look: 'primary', type: 'submit', form: 'note', busy }, t(note ? 'dialog.rename' : 'dialog.start')),
    )
    const error = tried && lacking ? t('dialog.needTitle') : refused ? host.reason(refused) : undefined
    return h(
      Dialog,
      { open: true, onClose, title: note ? t('dialog.renameTitle', { title: note.title }) : t('start'), actions },
      h(
        'form',
        { id: 'note', onSubmit: save, noValidate: true, autoComplete: 'off' },
        h(Field, { label: t('dialog.title'), hint: note ? undefined : t('dialog.hint'), error }, (control) =>
          h(TextInput, {
            ...control,
            value: title,
            maxLength: LONGEST_TITLE,
            onChange: (event) => {
              setTitle(event.target.value)
              setRefused(null)
            },
          }),
        ),
      ),
    )
  }

  /** Deleted notes, which can come back. */
  function GoneDialog({ onBack, onClose }) {
    const [found, setFound] = useState({})
    const read = useCallback(async () => {
      try {
        setFound({ notes: (await host.request('GET', `${NOTES}/deleted`)).notes })
      } catch (error) {
        setFound({ error })
      }
    }, [])
    useEffect(() => void read(), [read])
    const back = async (note) => {
      try {
        onBack(await host.request('POST', `${addressOf(note)}/restore`))
        window.location.hash = note.id
        onClose()
      } catch (error) {
        failed(error)
      }
    }
    return h(
      Dialog,
      { open: true, onClose, title: t('gone.title'), description: t('gone.about') },
      found.error
        ? h(Failure, { error: found.error, onRetry: read })
        : !found.notes
          ? h(Skeleton, { className: 'notes-gone-coming' })
          : found.notes.length
            ? h(
                'ul',
                { className: 'notes-gone' },
                found.notes.map((note) =>
                  h(
                    'li',
                    { key: note.id },
                    h(
                      'span',
                      { className: 'note-words' },
                      h('span', { className: 'note-name' }, note.title),
                      h('span', { className: 'note-about' }, countOf(note), ' · ', h(Ago, { at: note.deletedAt })),
                    ),
                    h(
                      Button,
                      {
                        size: 'small',
                        icon: 'arrow-counter-clockwise',
                        'aria-label': t('gone.restoreOne', { title: note.title }),
                        onClick: () => void back(note),
                      },
                      t('gone.restore'),
                    ),
                  ),
                ),
              )
            : h('p', { className: 'note-empty' }, t('gone.none')),
    )
  }

  return { Notes }
}
