export type FileFormat = 'jsonl' | 'csv'

/** The format of a file of messages: by its name where that says it, else by how it begins. */
export function formatOf(name: string, content: string): FileFormat {
  if (/\.(jsonl|ndjson|json)$/i.test(name)) return 'jsonl'
  if (/\.(csv|tsv)$/i.test(name)) return 'csv'
  return content.trimStart().startsWith('{') ? 'jsonl' : 'csv'
}
