/** A text as it is compared when something is looked for: without accents, in lower case. */
export const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
