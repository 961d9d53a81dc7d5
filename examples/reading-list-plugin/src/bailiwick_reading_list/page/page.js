// The page "Reading list": plain elements, which the web app gives its look, and the plug-in's own endpoints.

const TEXTS = {
  en: {
    add: 'Add',
    title: 'Title of a book',
    empty: 'Nothing to read yet. Add a book, or ask an agent to.',
    toRead: 'To read',
    read: 'Read',
    finish: 'I have read it',
    again: 'Read it again',
    dusty: 'gathers dust',
  },
  es: {
    add: 'Añadir',
    title: 'Título de un libro',
    empty: 'Aún no hay nada que leer. Añade un libro o pídeselo a un agente.',
    toRead: 'Por leer',
    read: 'Leídos',
    finish: 'Ya lo he leído',
    again: 'Leerlo otra vez',
    dusty: 'acumula polvo',
  },
}

/**
 * Shows the page in `element`. `host` has `language`, and `request(method, path, body)`, which returns what the server
 * answers and throws an `Error` with its reason. What is returned is called when the page is left.
 */
export default async function page(element, host) {
  const texts = TEXTS[host.language] ?? TEXTS.en
  const field = make('input', { type: 'text', required: true, maxLength: 200, ariaLabel: texts.title, placeholder: texts.title })
  const form = make('form', {}, field, make('button', { type: 'submit' }, texts.add))
  const problem = make('p', { role: 'alert', hidden: true })
  const lists = make('div', {})
  element.append(form, problem, lists)

  async function attempt(work) {
    problem.hidden = true
    try {
      await work()
      show((await host.request('GET', '/api/reading-list/books')).books)
    } catch (error) {
      problem.textContent = error.message
      problem.hidden = false
    }
  }

  function show(books) {
    const waiting = books.filter((book) => book.finishedAt === null)
    const read = books.filter((book) => book.finishedAt !== null)
    lists.replaceChildren(
      ...(books.length === 0 ? [make('p', {}, texts.empty)] : []),
      ...section(texts.toRead, waiting, texts.finish, true),
      ...section(texts.read, read, texts.again, false),
    )
  }

  function section(title, books, action, finished) {
    if (books.length === 0) return []
    const items = books.map((book) => {
      const button = make('button', { type: 'button', ariaLabel: `${action}: ${book.title}` }, action)
      button.onclick = () => attempt(() => host.request('PUT', `/api/reading-list/books/${book.id}`, { finished }))
      return make('li', {}, make('span', {}, book.title), ...(book.dusty ? [make('small', {}, texts.dusty)] : []), button)
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
