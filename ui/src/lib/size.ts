const UNITS = ['byte', 'kilobyte', 'megabyte'] as const

/** Writes a number of bytes in the unit a person would choose. */
export function writeBytes(bytes: number, language: string): string {
  const step = bytes < 1000 ? 0 : bytes < 1_000_000 ? 1 : 2
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: UNITS[step],
    unitDisplay: step ? 'short' : 'long',
    maximumFractionDigits: step === 2 ? 1 : 0,
  }).format(bytes / 1000 ** step)
}
