import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '@recallite/command-line'
import type { MemorySearchOptions } from '@recallite/core'
import { keyTable, recalliteFolder } from '@recallite/settings'
import * as v from 'valibot'
import { searchEitherWay } from '../search/answer-here.js'
import { asking, type Routes } from '../serve/answer-route.js'
import { requestOptions, restRoutes } from '../serve/answer-rest.js'
import { searchRequest } from '../serve/search-request.js'
import { setInFile } from '../setup/plan.js'

/** The settings that the page changes; null removes one. */
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

/** The routes for searching: the candidates of both retrievers, why a document is not shown, and saving changed settings. */
export const searchingRoutes = {
  '/api/candidates': asking(searchRequest, async (open, { query, ...fields }, { signal: gone }) => {
    let answered = {}
    const search = async (text: string, options: MemorySearchOptions = {}) => {
      const { signal: _, freshness: __, kinds: ___, ...applied } = options
      const found = await open.memory.candidates(text, options)
      answered = { ...found, options: applied }
      return found.report
    }
    const report = await searchEitherWay({ search }, query, requestOptions(open, fields, gone))
    return { ...answered, report }
  }),
  '/api/why': restRoutes['/v1/why'],
  '/api/settings': asking(saved, async ({ resolved: { files, home } }, values) => {
    // The project's file takes precedence over the user's.
    const file = files.workspace ?? files.user ?? join(recalliteFolder(home), 'config.yaml')
    if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink())
      throw new UsageError(`${file} is a symbolic link. Change its target instead.`)
    const entries = Object.entries(values).map(([key, value]) => [key.split('.'), value] as const)
    setInFile(file, entries)
    return { file }
  }),
} satisfies Routes
