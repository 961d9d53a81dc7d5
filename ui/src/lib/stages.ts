import { STAGES } from '@/client/events'
import { useTexts } from '@/lib/text'

/** Returns the function that names a stage of routing; one that this app does not know keeps its name. */
export function useStageName(): (stage: string) => string {
  const t = useTexts('shared')
  return (stage) => {
    const known = STAGES.find((one) => one === stage)
    return known ? t(`stage.${known}`) : stage
  }
}

/** Whether a stage decides by what was chosen or answered before: the message alone need not go there again. */
export const byContext = (stage: string): boolean => stage === 'explicit' || stage === 'continued'

/** A text as it begins a line. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
