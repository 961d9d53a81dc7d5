import { useContext, useEffect, useRef, useState, type RefObject } from 'react'
import { useFormContext, useFormState } from 'react-hook-form'

import { Icon } from '@/components/icon'
import { cn } from '@/lib/cn'
import { useTexts } from '@/lib/text'

import type { Draft } from '../draft'
import { useStuck } from '../list/stuck'
import { placeOf, RemarksContext } from './remarks'
import { anchor, SECTIONS, type SectionName } from './sections'

/** The parts of the editor; the one in sight is marked. */
export function Outline({ scroller }: { scroller: RefObject<HTMLElement | null> }) {
  const t = useTexts('agents-editor')
  const here = useSectionInSight(scroller)
  const { setElement, stuck } = useStuck(scroller)
  const bar = useRef<HTMLElement>(null)
  useEffect(() => {
    // Where the parts stand side by side and not all fit, the marked one is in sight.
    const mark = bar.current?.querySelector<HTMLElement>(`[href='#${anchor(here)}']`)
    if (mark) bar.current?.scrollTo({ left: mark.offsetLeft - bar.current.clientWidth / 2 + mark.offsetWidth / 2 })
  }, [here])
  const { control } = useFormContext<Draft>()
  const { errors } = useFormState({ control })
  const { refusals } = useContext(RemarksContext)
  const troubled = new Set<string>([...Object.keys(errors), ...refusals.map((one) => placeOf(one.field).field)])
  return (
    <nav
      ref={(element) => {
        bar.current = element
        setElement(element)
      }}
      aria-label={t('sections.label')}
      className={cn(
        'sticky top-0 z-10 flex gap-0.5 overflow-x-auto py-2 max-lg:-mx-8 max-lg:px-8',
        'max-sm:-mx-4 max-sm:px-4 xl:top-4 xl:flex-col xl:self-start xl:overflow-visible xl:py-0',
        stuck && 'bg-canvas max-xl:border-b xl:bg-transparent',
      )}
    >
      {SECTIONS.map(({ name, fields }) => {
        const trouble = fields.some((field) => troubled.has(field))
        return (
          <a
            key={name}
            href={`#${anchor(name)}`}
            aria-current={name === here ? 'true' : undefined}
            onClick={(event) => {
              event.preventDefault()
              goTo(name)
            }}
            className={cn(
              'flex h-8 shrink-0 items-center gap-1.5 rounded-md px-2 font-medium xl:px-2.5',
              'whitespace-nowrap transition-colors duration-120',
              name === here ? 'bg-hover text-ink' : 'text-muted hover:bg-hover hover:text-ink',
            )}
          >
            {t(`sections.${name}`)}
            {trouble && <Icon name="warning-circle" size={15} className="text-danger" label={t('sectionProblem')} />}
          </a>
        )
      })}
    </nav>
  )
}

/** Brings a part into sight and puts the focus there. */
export function goTo(name: SectionName): void {
  const section = document.getElementById(anchor(name))
  section?.scrollIntoView({
    behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth',
    block: 'start',
  })
  section?.querySelector<HTMLElement>('input:not([readonly]), textarea, select, button')?.focus({ preventScroll: true })
}

function useSectionInSight(scroller: RefObject<HTMLElement | null>): SectionName {
  const [here, setHere] = useState<SectionName>('identity')
  useEffect(() => {
    const frame = scroller.current
    if (!frame) return
    let due = 0
    const look = () => {
      due = 0
      // The last part whose head has passed the upper third; at the very end the last one.
      const line = frame.getBoundingClientRect().top + frame.clientHeight / 3
      const end = frame.scrollTop + frame.clientHeight >= frame.scrollHeight - 4
      const passed = SECTIONS.filter(
        ({ name }) => (document.getElementById(anchor(name))?.getBoundingClientRect().top ?? Infinity) <= line,
      )
      setHere((end && frame.scrollTop > 0 ? SECTIONS.at(-1) : passed.at(-1))?.name ?? 'identity')
    }
    const onScroll = () => {
      due ||= requestAnimationFrame(look)
    }
    frame.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      frame.removeEventListener('scroll', onScroll)
      cancelAnimationFrame(due)
    }
  }, [scroller])
  return here
}
