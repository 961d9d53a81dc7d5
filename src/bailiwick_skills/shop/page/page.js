// The section "Stores" of the settings: which Shopify stores a person's agents may work with, in the app's own controls.

const STORES = '/api/shopify/stores'
const SHORTEST = 16
const LOOKS = {
  ok: ['success', 'check-circle'],
  refused: ['danger', 'x-circle'],
  unreachable: ['warning', 'warning'],
  unknown: ['neutral', 'question'],
}
const SCOPES = [
  'read_products',
  'write_products',
  'read_orders',
  'read_all_orders',
  'read_customers',
  'read_inventory',
  'write_inventory',
  'read_locations',
]
const PLAIN = { autoCapitalize: 'off', spellCheck: false }
const COVERED = { ...PLAIN, type: 'password', autoComplete: 'new-password', autoCorrect: 'off', maxLength: 500 }

const nameOf = (store) => store.name ?? store.domain
const addressOf = (store) => `${STORES}/${store.domain}`

/** Shows the section, once its texts and its look are there. */
export default async function page(_element, host) {
  const [t] = await Promise.all([host.texts(), host.look()])
  const views = viewsOf(host, t)
  host.render(host.react.createElement(views.Stores))
}

function viewsOf(host, t) {
  const { createElement: h, Fragment, memo, useCallback, useEffect, useId, useState } = host.react
  const { Actions, Button, Chip, Choice, Dialog, Empty, Failure, Field, Icon } = host.parts
  const { IconButton, Menu, MenuItem, Skeleton, TextInput } = host.parts
  const failed = (error) => host.notify(host.reason(error), 'failed')

  /** All of a person's stores. */
  function Stores() {
    const [found, setFound] = useState({})
    const [hidden, setHidden] = useState(new Set())
    const [checking, setChecking] = useState(null)
    const [editing, setEditing] = useState(null)

    const read = useCallback(async () => {
      try {
        setFound({ stores: (await host.request('GET', STORES)).stores })
      } catch (error) {
        setFound((before) => (before.stores ? before : { error }))
      }
    }, [])
    useEffect(() => {
      void read()
      return host.listen(({ kind }) => kind === 'credential.changed' && void read())
    }, [read])

    const check = useCallback(
      async (store) => {
        setChecking(store.domain)
        try {
          const now = await host.request('POST', `${addressOf(store)}/check`)
          if (now.state === 'ok') host.notify(t('works', { name: nameOf(now) }))
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
    const choose = useCallback(
      async (store) => {
        try {
          const now = await host.request('PUT', addressOf(store), { isDefault: true })
          host.notify(t('madeDefault', { name: nameOf(now) }))
          await read()
        } catch (error) {
          failed(error)
        }
      },
      [read],
    )
    const remove = useCallback(
      (store) => {
        const show = () => setHidden((now) => new Set([...now].filter((one) => one !== store.domain)))
        const commit = async () => {
          try {
            await host.request('DELETE', addressOf(store))
            await read()
          } catch (error) {
            failed(error)
          }
          // The same store may be added again.
          show()
        }
        setHidden((now) => new Set([...now, store.domain]))
        host.undoable(t('removed', { name: nameOf(store) }), () => void commit(), show)
      },
      [read],
    )

    const shown = (found.stores ?? []).filter((store) => !hidden.has(store.domain))
    const add = h(Button, { icon: 'plus', onClick: () => setEditing('new') }, t('add'))
    const acts = { onCheck: check, onDefault: choose, onReplace: setEditing, onRemove: remove }
    const lines = shown.map((store) =>
      h(Line, { key: store.domain, store, checking: checking === store.domain, ...acts }),
    )
    return h(
      Fragment,
      null,
      shown.length > 0 && h(Actions, null, add),
      found.error
        ? h(Failure, { error: found.error, onRetry: read })
        : !found.stores
          ? h(Skeleton, { className: 'stores-coming' })
          : shown.length
            ? h('ul', { 'aria-label': t('list'), className: 'stores' }, lines)
            : h(Empty, { icon: 'storefront', title: t('none'), action: add }, t('noneBody')),
      editing !== null &&
        h(StoreDialog, {
          store: editing === 'new' ? undefined : editing,
          first: !shown.length,
          onKept: read,
          onClose: () => setEditing(null),
        }),
    )
  }

  /** A store: whether it answers, what its token may do, and what can be done with it. */
  const Line = memo(function Line({ store, checking, onCheck, onDefault, onReplace, onRemove }) {
    const name = nameOf(store)
    const [tone, icon] = LOOKS[store.state]
    const may = SCOPES.filter((scope) => store.scopes.includes(scope)).map((scope) => t(`scope.${scope}`))
    const checked = store.checkedAt ? t('checked', { when: host.format.ago(store.checkedAt) }) : t('unchecked')
    return h(
      'li',
      null,
      h('span', { 'aria-hidden': true, className: 'store-drawing' }, h(Icon, { name: 'storefront', size: 18 })),
      h(
        'div',
        { className: 'store-words' },
        h(
          'div',
          { className: 'store-name' },
          h('span', null, name),
          store.isDefault && h(Chip, { tone: 'accent' }, t('default')),
          h(Chip, { tone, icon }, t(`states.${store.state}`)),
        ),
        h('p', null, h('span', { className: 'store-domain' }, store.domain), ` · ${checked}`),
        store.reason && h('p', { className: 'store-trouble' }, host.why(store.why, store.reason)),
        store.state === 'ok' &&
          h('p', null, may.length ? `${t('may')}: ${host.format.list(may)}.` : t('nothing')),
      ),
      h(
        'div',
        { className: 'store-acts' },
        h(
          Button,
          { size: 'small', busy: checking, 'aria-label': t('checkOne', { name }), onClick: () => onCheck(store) },
          t('check'),
        ),
        h(
          Menu,
          { trigger: h(IconButton, { icon: 'dots-three-vertical', label: t('more', { name }) }) },
          !store.isDefault && h(MenuItem, { icon: 'check', onSelect: () => onDefault(store) }, t('makeDefault')),
          h(MenuItem, { icon: 'key', onSelect: () => onReplace(store) }, t('replace')),
          h(MenuItem, { icon: 'trash', danger: true, onSelect: () => onRemove(store) }, t('remove')),
        ),
      ),
    )
  })

  /** Takes what opens a store, for a new one or in place of what opened it before. */
  function StoreDialog({ store, first, onKept, onClose }) {
    const box = useId()
    const [typed, setTyped] = useState({ domain: '', token: '', clientId: '', clientSecret: '' })
    const [way, setWay] = useState('token')
    const [isDefault, setDefault] = useState(false)
    const [tried, setTried] = useState(false)
    const [busy, setBusy] = useState(false)
    const [refused, setRefused] = useState(null)
    const domain = typed.domain.trim()
    const opener =
      way === 'token'
        ? { token: typed.token.trim() }
        : { clientId: typed.clientId.trim(), clientSecret: typed.clientSecret.trim() }
    const lacking = Object.values(opener).some((part) => part.length < SHORTEST)
    const refusedFor = (field) => (refused?.field === field ? refused.message : undefined)
    const domainError = tried && !store && !domain ? t('dialog.needDomain') : refusedFor('domain')
    const secretError =
      tried && lacking ? t(way === 'token' ? 'dialog.needToken' : 'dialog.needApp') : refusedFor('token')

    const save = async () => {
      setBusy(true)
      setRefused(null)
      try {
        const kept = store
          ? await host.request('PUT', addressOf(store), opener)
          : await host.request('POST', STORES, { domain, isDefault, ...opener })
        host.notify(t(store ? 'dialog.replaced' : 'dialog.added', { name: nameOf(kept) }))
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
      if ((store || domain) && !lacking) void save()
    }
    const input = (key, properties, control) =>
      h(TextInput, {
        ...control,
        ...properties,
        value: typed[key],
        onChange: (event) => setTyped((now) => ({ ...now, [key]: event.target.value })),
      })
    const field = (key, label, properties, about = {}) =>
      h(Field, { label: t(label), ...about }, (control) => input(key, properties, control))

    const secret = { ...COVERED, className: 'store-secret' }
    const actions = h(
      Fragment,
      null,
      h(Button, { onClick: onClose }, t('dialog.cancel')),
      h(Button, { look: 'primary', type: 'submit', form: 'store', busy }, t(store ? 'dialog.change' : 'dialog.save')),
    )
    return h(
      Dialog,
      {
        open: true,
        onClose,
        title: store ? t('dialog.replaceTitle', { name: nameOf(store) }) : t('add'),
        description: t('dialog.tries'),
        actions,
      },
      h(
        'form',
        { id: 'store', onSubmit: submit, noValidate: true, autoComplete: 'off', className: 'store-form' },
        !store &&
          field(
            'domain',
            'dialog.domain',
            { ...PLAIN, autoFocus: true, maxLength: 200 },
            { hint: t('dialog.domainHint'), error: domainError },
          ),
        h(Choice, {
          label: t('dialog.way'),
          value: way,
          onChange: (chosen) => {
            setWay(chosen)
            setTried(false)
            setRefused(null)
          },
          options: [
            { value: 'token', label: t('dialog.token') },
            { value: 'app', label: t('dialog.app') },
          ],
        }),
        way === 'token'
          ? field('token', 'dialog.token', secret, { hint: t('dialog.tokenHint'), error: secretError })
          : h(
              Fragment,
              null,
              field(
                'clientId',
                'dialog.clientId',
                { ...PLAIN, maxLength: 500, className: 'store-secret' },
                { hint: t('dialog.appHint'), error: secretError },
              ),
              field('clientSecret', 'dialog.clientSecret', secret),
            ),
        !store &&
          !first &&
          h(
            'div',
            { className: 'store-default' },
            h('input', {
              id: box,
              type: 'checkbox',
              checked: isDefault,
              onChange: (event) => setDefault(event.target.checked),
            }),
            h('label', { htmlFor: box }, t('dialog.default')),
          ),
        refused &&
          !domainError &&
          !secretError &&
          h('p', { role: 'alert', className: 'store-refused' }, host.reason(refused)),
      ),
    )
  }

  return { Stores }
}
