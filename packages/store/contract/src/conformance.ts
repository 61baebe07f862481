import { careCases } from './conformance/care.js'
import { chunkCases } from './conformance/chunks.js'
import { documentCases } from './conformance/documents.js'
import { dateFilterCases } from './conformance/filter-dates.js'
import { droppedSpaceCases } from './conformance/dropped-spaces.js'
import { fieldFilterCases } from './conformance/filter-fields.js'
import { headingFilterCases } from './conformance/filter-headings.js'
import { pathFilterCases } from './conformance/filter-paths.js'
import { wordFilterCases } from './conformance/filter-words.js'
import { filterCases } from './conformance/filters.js'
import { generationCases } from './conformance/generation.js'
import { hostileQueryCases } from './conformance/hostile-queries.js'
import { hostileTextCases } from './conformance/hostile-texts.js'
import { invalidVectorCases } from './conformance/invalid-vectors.js'
import { keptSpaceCases } from './conformance/kept-spaces.js'
import { keywordMatchCases } from './conformance/keyword-match.js'
import { keywordOracleCases } from './conformance/keyword-oracle.js'
import { keywordRankCases } from './conformance/keyword-rank.js'
import { keywordScoreCases } from './conformance/keyword-scores.js'
import { languageCases } from './conformance/languages.js'
import { pendingTextCases } from './conformance/pending-texts.js'
import { replacementCases } from './conformance/replacements.js'
import { rootCases } from './conformance/roots.js'
import { secretDocumentCases } from './conformance/secret-documents.js'
import { spaceCases } from './conformance/spaces.js'
import { unusedVectorCases } from './conformance/unused-vectors.js'
import { upkeepCases } from './conformance/upkeep.js'
import { vectorCacheCases } from './conformance/vector-cache.js'
import { vectorSearchCases } from './conformance/vector-search.js'
import { vocabularyCases } from './conformance/vocabulary.js'
import type { Store } from './store.js'

/** One promise of the contract, and the check that a driver keeps it. */
export interface ConformanceCase {
  /** A plain sentence. */
  readonly name: string
  /** Rejects with an assertion error where the promise is not kept. */
  run(): Promise<void>
}

const cases = [
  ...rootCases,
  ...documentCases,
  ...replacementCases,
  ...chunkCases,
  ...keywordMatchCases,
  ...keywordRankCases,
  ...keywordScoreCases,
  ...keywordOracleCases,
  ...filterCases,
  ...pathFilterCases,
  ...headingFilterCases,
  ...dateFilterCases,
  ...fieldFilterCases,
  ...wordFilterCases,
  ...languageCases,
  ...vocabularyCases,
  ...spaceCases,
  ...keptSpaceCases,
  ...droppedSpaceCases,
  ...pendingTextCases,
  ...secretDocumentCases,
  ...vectorSearchCases,
  ...vectorCacheCases,
  ...unusedVectorCases,
  ...invalidVectorCases,
  ...hostileQueryCases,
  ...hostileTextCases,
  ...generationCases,
  ...upkeepCases,
  ...careCases,
]

/**
 * What every store promises, as cases for any test runner. What a store cannot do it says in its status: its cases
 * then check that it refuses with the error the contract names.
 * @param open gives a store that holds nothing; each case opens its own and closes it
 */
export function storeConformance(open: () => Promise<Store>): ConformanceCase[] {
  return cases.map(({ name, check }) => ({
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
