/** Colours of avatars that stand out from one another in both themes. */
const COLORS = [
  '#7C3AED',
  '#0D9488',
  '#D97706',
  '#DB2777',
  '#2563EB',
  '#65A30D',
  '#DC2626',
  '#0891B2',
  '#9333EA',
  '#B45309',
] as const
const ICONS = [
  'compass',
  'lightbulb',
  'magnifying-glass',
  'pen-nib',
  'flask',
  'puzzle-piece',
  'binoculars',
  'star',
  'rocket',
  'leaf',
] as const

/** Returns a look that nobody in the swarm has yet, or else one that the name chooses. */
export function looksOf(
  name: string,
  residents: readonly { color: string; icon: string }[],
): { color: string; icon: string } {
  const taken = (key: 'color' | 'icon', value: string) =>
    residents.some((one) => one[key].toLowerCase() === value.toLowerCase())
  const sum = [...name].reduce((total, letter) => total + letter.codePointAt(0)!, 0)
  return {
    color: COLORS.find((color) => !taken('color', color)) ?? COLORS[sum % COLORS.length]!,
    icon: ICONS.find((icon) => !taken('icon', icon)) ?? ICONS[sum % ICONS.length]!,
  }
}

/** Returns the patterns that stand in a text, one a line or between commas. */
export function patternsOf(text: string): string[] {
  return [...new Set(text.split(/[\s,]+/).filter(Boolean))]
}
