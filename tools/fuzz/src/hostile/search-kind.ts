import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { FuzzError, openCollection } from '../collection/open-collection.ts'
import { caseGenerator } from '../queries/generate-case.ts'
import { runCase } from '../run-case.ts'
import { watchSql } from '../sql-watch.ts'
import { measured, type Bench, type Kind } from './kind.ts'

/** The number of searches per collection. */
const searchesPerCollection = 20_000

/** Searches in a collection, which they must not change; also watches their SQL. */
async function openSearches(seeds: readonly number[]) {
  const watch = watchSql()
  const collection = await openCollection(seeds)
  const before = await collection.store.status()
  const generate = caseGenerator(collection)
  return {
    run: async (number: number) => {
      const searchCase = generate(...seeds, number)
      const problems = await runCase(searchCase, collection)
      problems.push(...watch.takeStrange().map((sql) => `SQL contains input: ${sql}`))
      return problems.length > 0 ? [...problems, JSON.stringify(searchCase)] : []
    },
    close: async () => {
      watch.stop()
      const isSame = isDeepStrictEqual(await collection.store.status(), before)
      await collection.close()
      if (!isSame) throw new FuzzError(`Searches in collection ${seeds} changed the store.`)
    },
  }
}

async function open(_: Kind, seed: number): Promise<Bench> {
  let searches = await openSearches([seed, 0])
  let tried = 0
  return {
    run: async ([number]) => {
      if (tried > 0 && tried % searchesPerCollection === 0) {
        await searches.close()
        searches = await openSearches([seed, tried / searchesPerCollection])
      }
      tried += 1
      return measured(() => searches.run(Number(number)))
    },
    close: () => searches.close(),
  }
}

/** Searches from a grammar, compared with a naive scan. */
export const searchKind: Kind = {
  name: 'searches',
  makers: { search: String },
  pieces: fc.nat().map((number) => [['search', number]]),
  largest: 1,
  count: 100_000,
  bound: { milliseconds: 2_000, megabytes: 300 },
  open,
}
