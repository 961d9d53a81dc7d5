import type { Mail } from '../types'

/** One page of a room's mail, oldest first; `nextBefore` leads to the page before it. */
export interface MailPage {
  mails: Mail[]
  nextBefore: number | null
}

/** All mails of pages that were read from the latest backwards, oldest first. */
export function mailsOf(pages: readonly MailPage[]): Mail[] {
  return pages.toReversed().flatMap((page) => page.mails)
}

/**
 * Puts the latest page, just read, over pages that are there already: mails that are known are replaced, new ones come
 * at the end. Returns nothing where mails between the two are missing, so that all has to be read again.
 */
export function withLatest(pages: readonly MailPage[], latest: MailPage): MailPage[] | null {
  if (!pages.length) return [latest]
  const last = mailsOf(pages).at(-1)?.position ?? 0
  const first = latest.mails[0]
  if (first && first.position > last && last > 0 && latest.nextBefore !== null) return null
  const replaced = withMails(pages, latest.mails)
  const fresh = latest.mails.filter((mail) => mail.position > last)
  if (!fresh.length) return replaced
  return [{ ...replaced[0]!, mails: [...replaced[0]!.mails, ...fresh] }, ...replaced.slice(1)]
}

/** Puts newer readings of mails in the place of those that are there. */
export function withMails(pages: readonly MailPage[], changed: readonly Mail[]): MailPage[] {
  const byId = new Map(changed.map((mail) => [mail.id, mail]))
  return pages.map((page) =>
    page.mails.some((mail) => byId.has(mail.id))
      ? { ...page, mails: page.mails.map((mail) => byId.get(mail.id) ?? mail) }
      : page,
  )
}

/** Puts a page that was read from `before` backwards behind those that are there, once. */
export function withOlder(pages: readonly MailPage[], page: MailPage, before: number): MailPage[] {
  return pages.at(-1)?.nextBefore === before ? [...pages, page] : [...pages]
}

/** Whether everybody has read every mail of a page, so that nothing in it changes any more. */
export function isSettled(page: MailPage): boolean {
  return page.mails.every((mail) => mail.deliveries.every((one) => one.status === 'read'))
}
