/** Who began the conversations that a person looks for among theirs; a program's single requests are apart. */
export const BY_PEOPLE = ['person', 'ask'] as const
