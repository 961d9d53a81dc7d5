import { Icon } from '@/components/icon'

/** Why a window could not do what it was asked to. */
export function Problem({ text }: { text: string }) {
  if (!text) return null
  return (
    <p role="alert" className="flex items-start gap-1.5 rounded-md bg-danger-soft px-3 py-2 text-base text-danger">
      <Icon name="warning-circle" size={17} className="mt-0.5" />
      <span className="min-w-0 break-words">{text}</span>
    </p>
  )
}
