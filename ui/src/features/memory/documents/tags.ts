const MOST = 20
const LONGEST = 60

/** Reads tags that are separated by commas, each once; nothing where they are too many or too long. */
export function tagsOf(text: string): string[] | null {
  const tags = [
    ...new Set(
      text
        .split(',')
        .map((tag) => tag.trim())
        .filter(Boolean),
    ),
  ]
  return tags.length > MOST || tags.some((tag) => [...tag].length > LONGEST) ? null : tags
}
