import { casesOf, type ConformanceCase } from './conformance/cases.js'
import { copyingCases } from './conformance/copying.js'
import { storedCases } from './conformance/documents.js'
import { filterCases } from './conformance/filters.js'
import { hostileCases } from './conformance/hostile-texts.js'
import { maintenanceCases } from './conformance/maintenance.js'
import { modelCases } from './conformance/model.js'
import { recordCases } from './conformance/records.js'
import { spaceCases } from './conformance/spaces.js'
import { wordCases } from './conformance/words.js'
import { writeCases } from './conformance/writes.js'
import type { Store } from './store.js'

export { isFound, passing } from './conformance/definitions.js'
export type { ConformanceCase }

const topics = [
  storedCases,
  writeCases,
  wordCases,
  modelCases,
  filterCases,
  spaceCases,
  hostileCases,
  maintenanceCases,
  copyingCases,
  recordCases,
]

/**
 * The contract of stores, as cases for any test runner. If the status reports a part as unavailable, its cases check that the store
 * rejects with the error of the contract.
 * @param open opens an empty store; each case opens and closes one
 */
export function storeConformance(open: () => Promise<Store>): ConformanceCase[] {
  return casesOf<Store>(topics, open)
}
