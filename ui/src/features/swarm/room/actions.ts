import { createContext, useContext } from 'react'

import type { Mail } from '../types'

/** What can be done with a mail, wherever it is shown. */
export interface MailActions {
  /** Answers it in the composer; nothing where one cannot write. */
  reply: ((mail: Mail) => void) | null
  /** Brings a mail of this room into view. */
  jump: (mailId: string) => void
  /** Shows the mails that led to it. */
  causes: (mail: Mail) => void
  /** Opens the mind of a resident, at a turn where one is named. */
  mind: (residentId: string, executionId: string | null) => void
}

const Actions = createContext<MailActions | null>(null)
export const MailActionsProvider = Actions.Provider

export function useMailActions(): MailActions {
  const actions = useContext(Actions)
  if (!actions) throw new Error('Mail is shown outside of what acts on it.')
  return actions
}
