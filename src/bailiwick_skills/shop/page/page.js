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
const among = (answer) => answer.stores

/** Shows the section, once its texts are there. */
export default async function page(_element, host) {
  const t = await host.texts()
  const { createElement: h, useState, Fragment } = host.react
  const { Chip, Choice, ConnectionDialog, Connections, Field, TextInput, Tick } = host.parts

  /** What the token of a store may do, of what the tools use. */
  const about = (store) => {
    const may = SCOPES.filter((scope) => store.scopes.includes(scope)).map((scope) => t(`scope.${scope}`))
    return (
      store.state === 'ok' && h('p', null, may.length ? `${t('may')}: ${host.format.list(may)}.` : t('nothing'))
    )
  }
  const acts = (store, { change, replace }) => [
    ...(store.isDefault
      ? []
      : [
          {
            icon: 'check',
            label: t('makeDefault'),
            onSelect: () => change({ isDefault: true }, (now) => t('madeDefault', { name: nameOf(now) })),
          },
        ]),
    { icon: 'key', label: t('replace'), onSelect: replace },
  ]

  /** Takes what opens a store, for a new one or in place of what opened it before. */
  function StoreDialog({ one: store, first, onKept, onClose }) {
    const [typed, setTyped] = useState({ domain: '', token: '', clientId: '', clientSecret: '' })
    const [way, setWay] = useState('token')
    const [isDefault, setDefault] = useState(false)
    const domain = typed.domain.trim()
    const opener =
      way === 'token'
        ? { token: typed.token.trim() }
        : { clientId: typed.clientId.trim(), clientSecret: typed.clientSecret.trim() }
    const tooShort = Object.values(opener).some((part) => part.length < SHORTEST)
    const save = async () => {
      const kept = store
        ? await host.request('PUT', `${STORES}/${store.domain}`, opener)
        : await host.request('POST', STORES, { domain, isDefault, ...opener })
      return t(store ? 'dialog.replaced' : 'dialog.added', { name: nameOf(kept) })
    }
    const field = (key, label, properties, about = {}) =>
      h(Field, { label: t(label), ...about }, (control) =>
        h(TextInput, {
          ...control,
          ...properties,
          value: typed[key],
          onChange: (event) => setTyped((now) => ({ ...now, [key]: event.target.value })),
        }),
      )
    const form = (tried, wrong, anew) => {
      const domainError = tried && !store && !domain ? t('dialog.needDomain') : wrong('domain')
      const secretError =
        tried && tooShort ? t(way === 'token' ? 'dialog.needToken' : 'dialog.needApp') : wrong('token')
      const hint = { hint: t('dialog.domainHint'), error: domainError }
      return h(
        Fragment,
        null,
        !store && field('domain', 'dialog.domain', { ...PLAIN, autoFocus: true, maxLength: 200 }, hint),
        h(Choice, {
          label: t('dialog.way'),
          value: way,
          onChange: (chosen) => {
            setWay(chosen)
            anew()
          },
          options: [
            { value: 'token', label: t('dialog.token') },
            { value: 'app', label: t('dialog.app') },
          ],
        }),
        way === 'token'
          ? field('token', 'dialog.token', COVERED, { hint: t('dialog.tokenHint'), error: secretError })
          : h(
              Fragment,
              null,
              field('clientId', 'dialog.clientId', { ...PLAIN, maxLength: 500 }, { hint: t('dialog.appHint'), error: secretError }),
              field('clientSecret', 'dialog.clientSecret', COVERED),
            ),
        !store && !first && h(Tick, { label: t('dialog.default'), checked: isDefault, onChange: setDefault }),
      )
    }
    const title = store ? t('dialog.replaceTitle', { name: nameOf(store) }) : t('add')
    const lacking = tooShort || (!store && !domain)
    const given = { t, title, fresh: !store, lacking, fields: ['domain', 'token'], save, onKept, onClose }
    return h(ConnectionDialog, given, form)
  }

  host.render(
    h(Connections, {
      t,
      icon: 'storefront',
      address: STORES,
      among,
      id: (store) => store.domain,
      name: nameOf,
      looks: LOOKS,
      mayAdd: true,
      mayChange: () => true,
      chips: (store) => store.isDefault && h(Chip, { tone: 'accent' }, t('default')),
      place: (store) => `${store.domain} · `,
      about,
      acts,
      dialog: (given) => h(StoreDialog, given),
    }),
  )
}
