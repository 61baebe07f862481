import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '@recallite/command-line'
import { readInput } from '@recallite/core/tools'
import { keyTable, recalliteFolder } from '@recallite/settings'
import * as v from 'valibot'
import { restRoutes, type RestService } from '../serve/answer-rest.js'
import type { Routes } from '../serve/answer-route.js'
import { setInFile } from '../setup/plan.js'

/** Why a document is not shown, and saving settings that were found to be better. */
export const tuningRoutes = {
  '/api/why': restRoutes['/v1/why'],
  '/api/settings': {
    method: 'POST',
    answer: ({ body }, { held }) => {
      const values = Object.entries(readInput(saved, body))
      return held.use(async ({ resolved: { files, home } }) => {
        // A file of the project comes before that of the user, and would overrule it.
        const file = files.workspace ?? files.user ?? join(recalliteFolder(home), 'config.yaml')
        if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink())
          throw new UsageError(`${file} is a link. Change the file that it leads to.`)
        setInFile(
          file,
          values.map(([key, value]) => [key.split('.'), value]),
        )
        return { file }
      })
    },
  },
} satisfies Routes<RestService>

/** The settings that the page changes; null takes one away. */
const changed = [
  'query.fusion',
  'query.hybrid.vectorWeight',
  'query.hybrid.textWeight',
  'query.hybrid.rrfK',
  'query.minScore',
  'query.maxResults',
  'query.perDocument',
] as const

const saved = v.strictObject(
  Object.fromEntries(changed.map((key) => [key, v.optional(v.nullable(keyTable[key].schema))])),
)
