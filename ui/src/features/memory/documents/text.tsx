import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useCallback, useEffect, useImperativeHandle, useRef, useState, type Ref, type RefObject } from 'react'

import { Icon } from '@/components/icon'
import { Markdown } from '@/components/markdown'
import { useTexts } from '@/lib/text'

import type { Section } from './sections'

export interface TextHandle {
  /** Scrolls to a section. */
  show: (index: number) => void
}

interface TextProps {
  sections: readonly Section[]
  label: string
  /** The page of the marked passage. */
  page: number | null
  scroller: RefObject<HTMLDivElement | null>
  handle: Ref<TextHandle>
}

/** With more sections than this only those are drawn that are seen. */
const DRAWN_WHOLE = 40

/** The text of a document, with the cited passage marked. */
export function DocumentTextView({ sections, label, ...rest }: TextProps) {
  const View = sections.length > DRAWN_WHOLE ? Windowed : Whole
  return (
    <article aria-label={label} className="min-w-0 rounded-lg border bg-surface px-5 py-5 sm:px-8 sm:py-7">
      <View sections={sections} {...rest} />
    </article>
  )
}

type ViewProps = Omit<TextProps, 'label'>

function Whole({ sections, page, handle }: ViewProps) {
  const list = useRef<HTMLDivElement>(null)
  useImperativeHandle(
    handle,
    () => ({ show: (index) => list.current?.children[index]?.scrollIntoView({ block: 'start' }) }),
    [],
  )
  return (
    <div ref={list}>
      {sections.map((section) => (
        <Piece key={section.start} section={section} page={page} />
      ))}
    </div>
  )
}

const LINE_CHARACTERS = 75
const LINE_PIXELS = 28

function Windowed({ sections, page, scroller, handle }: ViewProps) {
  const list = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  useEffect(() => {
    const box = scroller.current
    if (box && list.current)
      setTop(list.current.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop)
  }, [scroller, sections])
  // oxlint-disable-next-line react/incompatible-library -- used here alone, and not memoised
  const rows = useVirtualizer({
    count: sections.length,
    getScrollElement: useCallback(() => scroller.current, [scroller]),
    estimateSize: (index) => Math.ceil(sections[index]!.text.length / LINE_CHARACTERS) * LINE_PIXELS + LINE_PIXELS,
    scrollMargin: top,
    overscan: 3,
  })
  useImperativeHandle(handle, () => ({ show: (index) => rows.scrollToIndex(index, { align: 'start' }) }), [rows])
  return (
    <div ref={list} className="relative" style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().map((row) => (
        <div
          key={row.key}
          ref={rows.measureElement}
          data-index={row.index}
          className="absolute inset-x-0 top-0"
          style={{ transform: `translateY(${row.start - top}px)` }}
        >
          <Piece section={sections[row.index]!} page={page} />
        </div>
      ))}
    </div>
  )
}

const Piece = memo(function Piece({ section, page }: { section: Section; page: number | null }) {
  const t = useTexts('memory-documents')
  // Margins of the text within would fall out of it, and be missing when its height is measured.
  if (!section.marked)
    return (
      <div className="flow-root scroll-mt-4 py-2">
        <Markdown text={section.text} />
      </div>
    )
  return (
    <div className="scroll-mt-4 py-2">
      <section
        aria-label={t('document.cited')}
        className="-mx-3 rounded-md border-l-4 border-accent bg-accent-soft px-3 py-3 sm:-mx-5 sm:px-4"
      >
        <p className="mb-1.5 flex items-center gap-1.5 text-sm font-medium text-accent">
          <Icon name="quotes" size={15} />
          {page === null ? t('document.cited') : t('document.citedPage', { page })}
        </p>
        <Markdown text={section.text} />
      </section>
    </div>
  )
})
