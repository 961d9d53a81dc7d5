import type { ReactNode } from 'react'
import type { Components } from 'react-markdown'

import { useTexts } from '@/lib/text'

import { CitationMark } from '../citation/mark'
import { Icon } from '../icon'
import { InsideLink } from '../inside-link'
import { CodeBlock } from './code-block'
import { isInside, safeHref } from './safety'

function OutsideLink({ href, children }: { href: unknown; children: ReactNode }) {
  const safe = safeHref(href)
  if (!safe) return <span>{children}</span>
  return (
    <a href={safe} target="_blank" rel="noopener noreferrer nofollow" title={safe}>
      {children}
    </a>
  )
}

/** Pictures are never loaded: whoever serves one would learn who reads this. */
function Picture({ src, alt }: { src: unknown; alt: string | undefined }) {
  const t = useTexts('markdown')
  return (
    <OutsideLink href={src}>
      <Icon name="image" size={15} className="mr-1 inline align-[-2px]" />
      {alt || t('picture')}
    </OutsideLink>
  )
}

function Table({ children }: { children: ReactNode }) {
  const t = useTexts('markdown')
  return (
    // Wide tables scroll inside, also with the keyboard.
    <div className="table-frame" role="group" aria-label={t('table')} tabIndex={0}>
      <table>{children}</table>
    </div>
  )
}

function Task({ done }: { done: boolean }) {
  const t = useTexts('markdown')
  return (
    <Icon
      name={done ? 'check-circle' : 'circle'}
      size={16}
      label={t(done ? 'done' : 'open')}
      className="mr-1.5 inline align-[-3px]"
    />
  )
}

/** How the elements of a text are drawn; its headings begin below those of the page. */
export const ELEMENTS: Components = {
  a: ({ href, children }) =>
    isInside(href) ? (
      <InsideLink href={href}>{children}</InsideLink>
    ) : (
      <OutsideLink href={href}>{children}</OutsideLink>
    ),
  img: ({ src, alt }) => <Picture src={src} alt={alt} />,
  pre: ({ node, children }) => <CodeBlock node={node}>{children}</CodeBlock>,
  table: ({ children }) => <Table>{children}</Table>,
  input: ({ checked }) => <Task done={checked === true} />,
  cite: ({ node }) => (
    <CitationMark documentId={String(node?.properties.dataDocument)} passageId={String(node?.properties.dataPassage)} />
  ),
  h1: ({ children }) => <h3>{children}</h3>,
  h2: ({ children }) => <h4>{children}</h4>,
  h3: ({ children }) => <h5>{children}</h5>,
  h4: ({ children }) => <h6>{children}</h6>,
  h5: ({ children }) => <h6>{children}</h6>,
}
