import type { MemorySearchOptions } from '@recallite/core'
import { readInput } from '@recallite/core/tools'
import { searchEitherWay } from '../search/answer-here.js'
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
        const isHybrid = open.resolved.settings.query.hybrid.enabled
        const asked = { ...askedOptions(open, fields, gone), isHybrid }
        let answered = {}
        const search = async (text: string, options: MemorySearchOptions = {}) => {
          const { signal: _, freshness: __, kinds: ___, ...shown } = options
          const found = await open.memory.candidates(text, options)
          answered = { ...found, options: shown }
          return found.report
        }
        const report = await searchEitherWay({ search }, query, asked)
        return { ...answered, report }
      })
    },
  },
}
