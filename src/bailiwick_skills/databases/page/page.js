// The section "Databases" of the settings: which databases agents may read, in the app's own controls.

const DATABASES = '/api/databases'
const LOOKS = {
  ok: ['success', 'check-circle'],
  may_create: ['warning', 'warning'],
  may_write: ['danger', 'x-circle'],
  refused: ['danger', 'x-circle'],
  unreachable: ['warning', 'warning'],
  unknown: ['neutral', 'question'],
}
const REACHES = ['internet', 'network', 'machine']
const PLAIN = { autoCapitalize: 'off', spellCheck: false, autoCorrect: 'off' }
const COVERED = { ...PLAIN, type: 'password', autoComplete: 'new-password', maxLength: 2000 }

const addressOf = (database) => `${DATABASES}/${database.name}`

/** Shows the section, once its texts, its look and who is looking are there. */
export default async function page(_element, host) {
  const [t, me] = await Promise.all([host.texts(), host.request('GET', '/api/me'), host.look()])
  const views = viewsOf(host, t, ['owner', 'admin'].includes(me.user.role))
  host.render(host.react.createElement(views.Databases))
}

function viewsOf(host, t, administers) {
  const { createElement: h, Fragment, memo, useCallback, useEffect, useId, useState } = host.react
  const { Actions, Button, Chip, Dialog, Empty, Failure, Field, Icon } = host.parts
  const { IconButton, Menu, MenuItem, Select, Skeleton, TextInput } = host.parts
  const failed = (error) => host.notify(host.reason(error), 'failed')

  /** All databases that the person's agents may ask. */
  function Databases() {
    const [found, setFound] = useState({})
    const [hidden, setHidden] = useState(new Set())
    const [checking, setChecking] = useState(null)
    const [editing, setEditing] = useState(null)

    const read = useCallback(async () => {
      try {
        setFound({ databases: (await host.request('GET', DATABASES)).databases })
      } catch (error) {
        setFound((before) => (before.databases ? before : { error }))
      }
    }, [])
    useEffect(() => {
      void read()
      return host.listen(({ kind }) => kind === 'credential.changed' && void read())
    }, [read])

    const check = useCallback(
      async (database) => {
        setChecking(database.name)
        try {
          const now = await host.request('POST', `${addressOf(database)}/check`)
          if (now.state === 'ok') host.notify(t('works', { name: now.name }))
          else host.notify(host.why(now.why, now.reason ?? t(`states.${now.state}`)), 'failed')
          await read()
        } catch (error) {
          failed(error)
        } finally {
          setChecking(null)
        }
      },
      [read],
    )
    const lend = useCallback(
      async (database) => {
        try {
          const now = await host.request('PUT', addressOf(database), { forEverybody: !database.forEverybody })
          host.notify(t(now.forEverybody ? 'lent' : 'notLent', { name: now.name }))
          await read()
        } catch (error) {
          failed(error)
        }
      },
      [read],
    )
    const remove = useCallback(
      (database) => {
        const show = () => setHidden((now) => new Set([...now].filter((one) => one !== database.name)))
        const commit = async () => {
          try {
            await host.request('DELETE', addressOf(database))
            await read()
          } catch (error) {
            failed(error)
          }
          // The same database may be connected again.
          show()
        }
        setHidden((now) => new Set([...now, database.name]))
        host.undoable(t('removed', { name: database.name }), () => void commit(), show)
      },
      [read],
    )

    const shown = (found.databases ?? []).filter((database) => !hidden.has(database.name))
    const add = administers && h(Button, { icon: 'plus', onClick: () => setEditing('new') }, t('add'))
    const acts = { onCheck: check, onLend: lend, onReplace: setEditing, onRemove: remove }
    const lines = shown.map((database) =>
      h(Line, { key: database.name, database, checking: checking === database.name, ...acts }),
    )
    const none = { icon: 'database', title: t('none'), ...(add ? { action: add } : {}) }
    return h(
      Fragment,
      null,
      add && shown.length > 0 && h(Actions, null, add),
      found.error
        ? h(Failure, { error: found.error, onRetry: read })
        : !found.databases
          ? h(Skeleton, { className: 'databases-coming' })
          : shown.length
            ? h('ul', { 'aria-label': t('list'), className: 'databases' }, lines)
            : h(Empty, none, t(administers ? 'noneBody' : 'noneForMembers')),
      editing !== null &&
        h(DatabaseDialog, {
          database: editing === 'new' ? undefined : editing,
          onKept: read,
          onClose: () => setEditing(null),
        }),
    )
  }

  /** A database: how it stands, where it is, and what can be done with it by whom connected it. */
  const Line = memo(function Line({ database, checking, onCheck, onLend, onReplace, onRemove }) {
    const { name, own } = database
    const [tone, icon] = LOOKS[database.state]
    const checked = database.checkedAt ? t('checked', { when: host.format.ago(database.checkedAt) }) : t('unchecked')
    const about = [database.version, checked].filter(Boolean).join(' · ')
    return h(
      'li',
      null,
      h('span', { 'aria-hidden': true, className: 'database-drawing' }, h(Icon, { name: 'database', size: 18 })),
      h(
        'div',
        { className: 'database-words' },
        h(
          'div',
          { className: 'database-name' },
          h('span', null, name),
          database.forEverybody && h(Chip, { tone: 'accent' }, t(own ? 'everybody' : 'lentToYou')),
          h(Chip, { tone, icon }, t(`states.${database.state}`)),
        ),
        database.place && h('p', { className: 'database-place' }, [database.user, database.place].filter(Boolean).join(' · ')),
        h('p', null, about),
        database.reason &&
          h(
            'p',
            { className: database.state === 'may_create' ? 'database-remark' : 'database-trouble' },
            host.why(database.why, database.reason),
          ),
      ),
      own &&
        administers &&
        h(
          'div',
          { className: 'database-acts' },
          h(
            Button,
            { size: 'small', busy: checking, 'aria-label': t('checkOne', { name }), onClick: () => onCheck(database) },
            t('check'),
          ),
          h(
            Menu,
            { trigger: h(IconButton, { icon: 'dots-three-vertical', label: t('more', { name }) }) },
            h(
              MenuItem,
              { icon: database.forEverybody ? 'user' : 'users', onSelect: () => onLend(database) },
              t(database.forEverybody ? 'takeBack' : 'lend'),
            ),
            h(MenuItem, { icon: 'key', onSelect: () => onReplace(database) }, t('replace')),
            h(MenuItem, { icon: 'trash', danger: true, onSelect: () => onRemove(database) }, t('remove')),
          ),
        ),
    )
  })

  /** Takes what opens a database, for a new one or in place of what opened it before. */
  function DatabaseDialog({ database, onKept, onClose }) {
    const box = useId()
    const [name, setName] = useState('')
    const [connection, setConnection] = useState('')
    const [reach, setReach] = useState(database?.reach ?? 'internet')
    const [forEverybody, setForEverybody] = useState(false)
    const [tried, setTried] = useState(false)
    const [busy, setBusy] = useState(false)
    const [refused, setRefused] = useState(null)
    const lacksName = !database && !name.trim()
    const lacksConnection = !connection.trim()
    const refusedFor = (field) => (refused?.field === field ? refused.message : undefined)
    const nameError = tried && lacksName ? t('dialog.needName') : refusedFor('name')
    const connectionError = tried && lacksConnection ? t('dialog.needConnection') : refusedFor('connection')

    const save = async () => {
      setBusy(true)
      setRefused(null)
      try {
        const kept = database
          ? await host.request('PUT', addressOf(database), { connection: connection.trim(), reach })
          : await host.request('POST', DATABASES, {
              name: name.trim(),
              connection: connection.trim(),
              reach,
              forEverybody,
            })
        host.notify(t(database ? 'dialog.replaced' : 'dialog.added', { name: kept.name }))
        void onKept()
        // The dialog goes, and nothing of the secret stays in the page.
        onClose()
      } catch (error) {
        setRefused(error)
        setBusy(false)
      }
    }
    const submit = (event) => {
      event.preventDefault()
      setTried(true)
      if (!lacksName && !lacksConnection) void save()
    }
    const actions = h(
      Fragment,
      null,
      h(Button, { onClick: onClose }, t('dialog.cancel')),
      h(
        Button,
        { look: 'primary', type: 'submit', form: 'database', busy },
        t(database ? 'dialog.change' : 'dialog.save'),
      ),
    )
    return h(
      Dialog,
      {
        open: true,
        onClose,
        title: database ? t('dialog.replaceTitle', { name: database.name }) : t('add'),
        description: t('dialog.tries'),
        actions,
      },
      h(
        'form',
        { id: 'database', onSubmit: submit, noValidate: true, autoComplete: 'off', className: 'database-form' },
        !database &&
          h(Field, { label: t('dialog.name'), hint: t('dialog.nameHint'), error: nameError }, (control) =>
            h(TextInput, {
              ...control,
              ...PLAIN,
              autoFocus: true,
              maxLength: 60,
              value: name,
              onChange: (event) => setName(event.target.value),
            }),
          ),
        h(
          Field,
          { label: t('dialog.connection'), hint: t('dialog.connectionHint'), error: connectionError },
          (control) =>
            h(TextInput, {
              ...control,
              ...COVERED,
              className: 'database-secret',
              value: connection,
              onChange: (event) => setConnection(event.target.value),
            }),
        ),
        h(Field, { label: t('dialog.reach'), hint: t('dialog.reachHint') }, (control) =>
          h(
            Select,
            { ...control, value: reach, onChange: (event) => setReach(event.target.value) },
            REACHES.map((value) => h('option', { key: value, value }, t(`dialog.reaches.${value}`))),
          ),
        ),
        !database &&
          h(
            'div',
            { className: 'database-lent' },
            h('input', {
              id: box,
              type: 'checkbox',
              checked: forEverybody,
              onChange: (event) => setForEverybody(event.target.checked),
            }),
            h('label', { htmlFor: box }, t('dialog.everybody')),
          ),
        refused &&
          !nameError &&
          !connectionError &&
          h('p', { role: 'alert', className: 'database-refused' }, host.reason(refused)),
      ),
    )
  }

  return { Databases }
}
