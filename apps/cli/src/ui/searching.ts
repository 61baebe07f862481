import { readInput } from '@recallite/core/tools'
import { askedOptions, type RestService } from '../serve/answer-rest.js'
import type { Routes } from '../serve/answer-route.js'
import { searchRequest } from '../serve/search-request.js'

/** What both retrievers found for a query, for the page to rank; the body is that of a search. */
export const searchingRoutes: Routes<RestService> = {
  '/api/candidates': {
    method: 'POST',
    answer: ({ body, signal: gone }, { held }) => {
      const { query, ...fields } = readInput(searchRequest, body)
      return held.use(async (open) => {
        const asked = askedOptions(open, fields, gone)
        const isHybrid = open.resolved.settings.query.hybrid.enabled
        const options = isHybrid ? asked : { ...asked, vectorWeight: undefined, textWeight: 0 }
        const { signal: _, freshness: __, kinds: ___, ...shown } = options
        return { ...(await open.memory.candidates(query, options)), options: shown }
      })
    },
  },
}
