import type { Nodes, Paragraph, Parents, Root, Text } from 'mdast'

const BREAK = /^<br\s*\/?>$/i
const HOLDS_BLOCKS = new Set(['root', 'blockquote', 'listItem', 'footnoteDefinition'])

/** Turns HTML in Markdown into the text it is written with, so that nothing of it runs and nothing is lost. */
export function rawHtmlAsText() {
  return (tree: Root): void => walk(tree)
}

function walk(parent: Parents): void {
  parent.children = parent.children.map((child) => {
    if ('children' in child) walk(child)
    return child.type === 'html' ? shown(child.value, parent) : child
  }) as typeof parent.children
}

function shown(value: string, parent: Parents): Nodes {
  const holdsBlocks = HOLDS_BLOCKS.has(parent.type)
  // Models write line breaks in tables this way.
  if (!holdsBlocks && BREAK.test(value)) return { type: 'break' }
  const text: Text = { type: 'text', value }
  return holdsBlocks ? ({ type: 'paragraph', children: [text] } satisfies Paragraph) : text
}
