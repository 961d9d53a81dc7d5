import type { Approval } from '@/components/approval'

/** Those that still wait, the one that was asked about first before the others. */
export function oldestFirst(approvals: readonly Approval[]): Approval[] {
  return approvals
    .filter((one) => one.status === 'pending')
    .sort((a, b) => a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id))
}
