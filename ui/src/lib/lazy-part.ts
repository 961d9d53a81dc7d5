import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

import { usePreferences } from './preferences'
import { textsHere } from './text'

/** A part of a page whose code is loaded when it is first shown; what it says in the chosen language comes with it. */
// As `lazy` of React has it: the properties of a component can be anything.
// oxlint-disable-next-line typescript/no-explicit-any
export function lazyPart<T extends ComponentType<any>>(load: () => Promise<{ default: T }>): LazyExoticComponent<T> {
  return lazy(() => load().then(withTexts))
}

/** Waits for what the code that was loaded says in the chosen language. */
export async function withTexts<T>(code: T): Promise<T> {
  await textsHere(usePreferences.getState().language)
  return code
}
