import type { Element, ElementContent } from 'hast'
import type { ReactNode } from 'react'

import { useTexts } from '@/lib/text'

import { CopyButton } from '../copy-button'

/** A piece of code with its language and a button that copies it. */
export function CodeBlock({ node, children }: { node: Element | undefined; children: ReactNode }) {
  const t = useTexts('markdown')
  const code = node?.children.find((child): child is Element => child.type === 'element' && child.tagName === 'code')
  const language = languageOf(code)
  return (
    <div className="code-block">
      <div className="flex h-8 items-center gap-2 pr-1 pl-3 text-xs text-muted">
        <span className="min-w-0 flex-1 truncate font-mono">{language || t('code')}</span>
        <CopyButton text={() => (code ? plain(code) : '').replace(/\n$/, '')} label={t('copyCode')} />
      </div>
      {/* Long lines scroll, also with the keyboard. */}
      <pre tabIndex={0} aria-label={language || t('code')} role="group">
        {children}
      </pre>
    </div>
  )
}

function languageOf(code: Element | undefined): string {
  const names = Array.isArray(code?.properties.className) ? code.properties.className : []
  const found = names.find((name) => String(name).startsWith('language-'))
  return found ? String(found).slice('language-'.length) : ''
}

function plain(node: Element | ElementContent): string {
  if (node.type === 'text') return node.value
  return node.type === 'element' ? node.children.map(plain).join('') : ''
}
