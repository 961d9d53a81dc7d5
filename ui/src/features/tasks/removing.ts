import { removingStore } from '@/lib/removing'

/** The tasks that wait to be deleted. */
export const useRemoving = removingStore()
