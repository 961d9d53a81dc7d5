/** The beginning of today where this person is, as ISO time. */
export function midnight(now: Date = new Date()): string {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate()).toISOString()
}

/** The IANA name of this person's time zone. */
export const timezone: string = Intl.DateTimeFormat().resolvedOptions().timeZone
