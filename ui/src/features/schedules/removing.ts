import { removingStore } from '@/lib/removing'

/** The schedules that wait to be deleted. */
export const useRemoving = removingStore()
