import { removingStore } from '@/lib/removing'

/** The agents that wait to be deleted. */
export const useRemoving = removingStore()
