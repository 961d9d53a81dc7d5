import { Icon } from '@/components/icon'

/** What is wrong with a list of rows. */
export function RowsProblem({ text }: { text: string | undefined }) {
  if (!text) return null
  return (
    <p role="alert" className="flex items-start gap-1 text-sm text-danger">
      <Icon name="warning-circle" size={15} className="mt-0.5" />
      <span className="min-w-0 break-words">{text}</span>
    </p>
  )
}
