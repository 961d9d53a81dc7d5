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

const among = (answer) => answer.databases

/** Shows the section, once its texts and who is looking are there. */
export default async function page(_element, host) {
  const [t, me] = await Promise.all([host.texts(), host.request('GET', '/api/me')])
  const administers = ['owner', 'admin'].includes(me.user.role)
  const { createElement: h, useState, Fragment } = host.react
  const { Chip, ConnectionDialog, Connections, Field, Select, TextInput, Tick } = host.parts
  const said = (key, values) => t(key === 'noneBody' && !administers ? 'noneForMembers' : key, values)

  const acts = (database, { change, replace }) => [
    {
      icon: database.forEverybody ? 'user' : 'users',
      label: t(database.forEverybody ? 'takeBack' : 'lend'),
      onSelect: () =>
        change({ forEverybody: !database.forEverybody }, (now) =>
          t(now.forEverybody ? 'lent' : 'notLent', { name: now.name }),
        ),
    },
    { icon: 'key', label: t('replace'), onSelect: replace },
  ]
  const place = ({ user, place, version }) => [user, place, version].map((part) => part && `${part} · `)

  /** Takes what opens a database, for a new one or in place of what opened it before. */
  function DatabaseDialog({ one: database, onKept, onClose }) {
    const [name, setName] = useState('')
    const [connection, setConnection] = useState('')
    const [reach, setReach] = useState(database?.reach ?? 'internet')
    const [forEverybody, setForEverybody] = useState(false)
    const lacksName = !database && !name.trim()
    const lacksConnection = !connection.trim()
    const save = async () => {
      const opener = { connection: connection.trim(), reach }
      const kept = database
        ? await host.request('PUT', `${DATABASES}/${database.name}`, opener)
        : await host.request('POST', DATABASES, { name: name.trim(), ...opener, forEverybody })
      return t(database ? 'dialog.replaced' : 'dialog.added', { name: kept.name })
    }
    const form = (tried, wrong) => {
      const nameError = tried && lacksName ? t('dialog.needName') : wrong('name')
      const connectionError = tried && lacksConnection ? t('dialog.needConnection') : wrong('connection')
      const typed = (value, set, properties) => (control) =>
        h(TextInput, { ...control, ...properties, value, onChange: (event) => set(event.target.value) })
      const hint = { label: t('dialog.connection'), hint: t('dialog.connectionHint'), error: connectionError }
      return h(
        Fragment,
        null,
        !database &&
          h(
            Field,
            { label: t('dialog.name'), hint: t('dialog.nameHint'), error: nameError },
            typed(name, setName, { ...PLAIN, autoFocus: true, maxLength: 60 }),
          ),
        h(Field, hint, typed(connection, setConnection, COVERED)),
        h(Field, { label: t('dialog.reach'), hint: t('dialog.reachHint') }, (control) =>
          h(
            Select,
            { ...control, value: reach, onChange: (event) => setReach(event.target.value) },
            REACHES.map((value) => h('option', { key: value, value }, t(`dialog.reaches.${value}`))),
          ),
        ),
        !database && h(Tick, { label: t('dialog.everybody'), checked: forEverybody, onChange: setForEverybody }),
      )
    }
    const title = database ? t('dialog.replaceTitle', { name: database.name }) : t('add')
    const lacking = lacksName || lacksConnection
    const given = { t, title, fresh: !database, lacking, fields: ['name', 'connection'], save, onKept, onClose }
    return h(ConnectionDialog, given, form)
  }

  host.render(
    h(Connections, {
      t: said,
      icon: 'database',
      address: DATABASES,
      among,
      id: (database) => database.name,
      name: (database) => database.name,
      looks: LOOKS,
      mayAdd: administers,
      mayChange: (database) => administers && database.own,
      chips: (database) =>
        database.forEverybody && h(Chip, { tone: 'accent' }, t(database.own ? 'everybody' : 'lentToYou')),
      place,
      remark: (database) => database.state === 'may_create',
      acts,
      dialog: (given) => h(DatabaseDialog, given),
    }),
  )
}
