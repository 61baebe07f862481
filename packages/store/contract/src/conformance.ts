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
import type { Store } from './store.js'

export { isFound, passing } from './conformance/definitions.js'
export type { ConformanceCase }

const topics = [
  storedCases,
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
 * Lists the promises that every store makes, as cases for any test runner. A store says in its status what it cannot do;
 * the cases about it then check that the store refuses with the error that the contract names.
 * @param open opens a store that holds nothing; each case opens a store of its own and closes it
 */
export function storeConformance(open: () => Promise<Store>): ConformanceCase[] {
  return casesOf<Store>(topics, open)
}
