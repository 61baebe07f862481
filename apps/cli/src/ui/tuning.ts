import { join } from 'node:path'
import { number, oneOf } from '@recallite/core/schema'
import { searchRanges } from '@recallite/core/search-ranges'
import { optional, readInput } from '@recallite/core/tools'
import { strategyNames } from '@recallite/fusion'
import { recalliteFolder } from '@recallite/settings'
import * as v from 'valibot'
import { restRoutes, type RestService } from '../serve/answer-rest.js'
import type { Routes } from '../serve/answer-route.js'
import { setInFile } from '../setup/plan.js'

const { limit, perDocument, vectorWeight, textWeight } = searchRanges

/** The settings that the page can save, by their keys. */
const saved = v.strictObject({
  'query.fusion': optional(oneOf(strategyNames()), 'the strategy'),
  'query.hybrid.vectorWeight': optional(number(vectorWeight), 'weight of the vector search'),
  'query.hybrid.textWeight': optional(number(textWeight), 'weight of the keyword search'),
  'query.minScore': optional(number({ least: 0, most: 1 }), 'the threshold'),
  'query.maxResults': optional(number(limit), 'the limit'),
  'query.perDocument': optional(number(perDocument), 'results of one document'),
})

/** Why a document is not shown, and saving settings that were found to be better. */
export const tuningRoutes: Routes<RestService> = {
  '/api/why': restRoutes['/v1/why'],
  '/api/settings': {
    method: 'POST',
    answer: ({ body }, { held }) => {
      const values = Object.entries(readInput(saved, body))
      return held.use(async ({ resolved: { files, home } }) => {
        // A file of the project comes before that of the user, and would overrule it.
        const file = files.workspace ?? files.user ?? join(recalliteFolder(home), 'config.yaml')
        setInFile(
          file,
          values.map(([key, value]) => [key.split('.'), value]),
        )
        return { file }
      })
    },
  },
}
