import { keepPreviousData, useQuery } from '@tanstack/react-query'

import { api, data } from '@/client/api'
import { keys } from '@/live/refresh'

import { lastMail } from './aggregate'

/** Where nobody has written for a larger part of the time than this, it ends with the last mail instead of now. */
const QUIET = 0.5

/** How mail has flowed from the first one on, until now or until it became quiet. */
export function useFlow(swarmId: string) {
  return useQuery({
    queryKey: keys.flow(swarmId),
    queryFn: async ({ signal }) => {
      const read = (query: { since?: string; until?: string }) =>
        data(api.GET('/api/swarms/{id}/flow', { params: { path: { id: swarmId }, query }, signal }))
      const whole = await read({})
      const [since, until, last] = [Date.parse(whole.since), Date.parse(whole.until), lastMail(whole)]
      if (last === null || last - since > (1 - QUIET) * (until - since)) return { ...whole, current: true }
      return { ...(await read({ since: whole.since, until: new Date(last).toISOString() })), current: false }
    },
    placeholderData: keepPreviousData,
  })
}
