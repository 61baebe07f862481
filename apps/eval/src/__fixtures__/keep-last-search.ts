import { writeFileSync } from 'node:fs'
import type { LastSearch } from '../suite/add-query.js'

/** Keeps a search beside a database as `recallite search` does. */
export function keepLastSearch(database: string, search: LastSearch): void {
  writeFileSync(`${database}.last-search.json`, `${JSON.stringify({ version: 1, ...search })}\n`)
}
