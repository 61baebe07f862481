import { changeCases } from './conformance/changes.js'
import { putCases } from './conformance/puts.js'
import { readCases } from './conformance/reads.js'
import { sessionCases } from './conformance/sessions.js'
import type { RecordStore } from './record-store.js'

/** One promise of the contract, and the check that a driver keeps it. */
export interface ConformanceCase {
  /** A plain sentence. */
  readonly name: string
  /** Rejects with an assertion error where the promise is not kept. */
  run(): Promise<void>
}

const topics = [putCases, readCases, changeCases, sessionCases]

/**
 * Lists the promises that every store of records makes, as cases for any test runner.
 * @param open opens a store that holds nothing; each case opens a store of its own and closes it
 */
export function recordStoreConformance(open: () => Promise<RecordStore>): ConformanceCase[] {
  return topics.flatMap(Object.entries).map(([name, check]) => ({
    name,
    async run() {
      const store = await open()
      try {
        await check(store)
      } finally {
        await store.close()
      }
    },
  }))
}
