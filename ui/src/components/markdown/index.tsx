import './markdown.css'

import { Component, memo, useMemo, type ComponentType, type ReactNode } from 'react'
import ReactMarkdown from 'react-markdown'

import { cn } from '@/lib/cn'

import { CitingText } from '../citation/citing'
import { blocksOf } from './blocks'
import { citationsOf, keyOf, withoutHalf } from './citations'
import { ELEMENTS } from './elements'
import { writeMaths } from './maths'
import { usePlugins } from './plugins'
import { isUnreasonable } from './safety'

interface MarkdownProps {
  text: string
  /** Whether more is coming: what is not finished is then laid out as cheaply as possible. */
  streaming?: boolean
  className?: string
}

/** Text of an agent: Markdown with tables, code and formulas, without anything that could run, load or mislead. */
export const Markdown: ComponentType<MarkdownProps> = memo(function Text({
  text,
  streaming = false,
  className,
}: MarkdownProps) {
  const unreasonable = useMemo(() => isUnreasonable(text), [text])
  const blocks = useMemo(
    () => (unreasonable ? [] : blocksOf(streaming ? withoutHalf(text) : text)),
    [text, unreasonable, streaming],
  )
  // As one text, so that what has been laid out stays as it is while more is coming.
  const cited = useMemo(() => citationsOf(text).map(keyOf).join(' '), [text])
  const citing = useMemo(
    () => ({ numbers: new Map(cited.split(' ').map((key, index) => [key, index + 1])), Text: Markdown }),
    [cited],
  )
  if (unreasonable) return <div className={cn('prose prose-plain', className)}>{text}</div>
  return (
    <CitingText value={citing}>
      <div className={cn('prose', className)}>
        {blocks.map((block, index) => (
          <Piece key={index} text={block.text} open={streaming && index === blocks.length - 1 && block.open} />
        ))}
      </div>
    </CitingText>
  )
})

const CODE = /(?:^|\n)[ \t>]*(?:`{3,}|~{3,})[ \t]*[\w+#.-]/

/** One block; it is parsed once, unless it is the one that grows. */
const Piece = memo(function Piece({ text, open }: { text: string; open: boolean }) {
  const written = useMemo(() => writeMaths(text), [text])
  const plugins = usePlugins({
    maths: written.includes('$'),
    code: !open && CODE.test(text),
    citations: text.includes('[[doc:'),
  })
  return (
    <Fallback text={text}>
      <ReactMarkdown remarkPlugins={plugins.remark} rehypePlugins={plugins.rehype} components={ELEMENTS}>
        {written}
      </ReactMarkdown>
    </Fallback>
  )
})

/** Shows a block as it is where laying it out failed. */
class Fallback extends Component<{ text: string; children: ReactNode }, { failed: string | null }> {
  override state: { failed: string | null } = { failed: null }

  static getDerivedStateFromError() {
    return { failed: '' }
  }

  override componentDidCatch() {
    this.setState({ failed: this.props.text })
  }

  override render() {
    // A block that has grown since gets another chance.
    if (this.state.failed === null || (this.state.failed !== '' && this.state.failed !== this.props.text))
      return this.props.children
    return <p className="prose-plain">{this.props.text}</p>
  }
}
