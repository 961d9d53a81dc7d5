// The page "Reading list": plain elements, which the web app gives its look, and the plug-in's own endpoints.

/**
 * Shows the page in `element`. `host.request(method, path, body)` returns what the server answers and throws an `Error`
 * with its reason; `host.texts()` fetches what is said, `locales/page.<language>.json`. What the function returns is
 * called when the page is left.
 */
export default async function page(element, host) {
  const t = await host.texts()
  const field = make('input', { type: 'text', required: true, maxLength: 200, ariaLabel: t('title'), placeholder: t('title') })
  const form = make('form', {}, field, make('button', { type: 'submit' }, t('add')))
  const problem = make('p', { role: 'alert', hidden: true })
  const lists = make('div', {})
  element.append(form, problem, lists)

  async function attempt(work) {
    problem.hidden = true
    try {
      await work()
      show((await host.request('GET', '/api/reading-list/books')).books)
    } catch (error) {
      problem.textContent = host.reason(error)
      problem.hidden = false
    }
  }

  function show(books) {
    const waiting = books.filter((book) => book.finishedAt === null)
    const read = books.filter((book) => book.finishedAt !== null)
    lists.replaceChildren(
      ...(books.length === 0 ? [make('p', {}, t('empty'))] : []),
      ...section(t('toRead'), waiting, t('finish'), true),
      ...section(t('read'), read, t('again'), false),
    )
  }

  function section(title, books, action, finished) {
    if (books.length === 0) return []
    const items = books.map((book) => {
      const button = make('button', { type: 'button', ariaLabel: `${action}: ${book.title}` }, action)
      button.onclick = () => attempt(() => host.request('PUT', `/api/reading-list/books/${book.id}`, { finished }))
      return make('li', {}, make('span', {}, book.title), ...(book.dusty ? [make('small', {}, t('dusty'))] : []), button)
    })
    return [make('h2', {}, title), make('ul', {}, ...items)]
  }

  form.onsubmit = (event) => {
    event.preventDefault()
    void attempt(async () => {
      await host.request('POST', '/api/reading-list/books', { title: field.value })
      field.value = ''
    })
  }
  await attempt(() => undefined)
}

function make(name, properties, ...children) {
  const element = Object.assign(document.createElement(name), properties)
  element.append(...children)
  return element
}
