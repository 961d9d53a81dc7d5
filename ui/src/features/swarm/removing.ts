import { removingStore } from '@/lib/removing'

/** The swarms that wait to be deleted. */
export const useRemoving = removingStore()
