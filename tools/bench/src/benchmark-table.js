import { coldSearch } from './benchmarks/cold-search.js'
import { filteredRecall, filteredRecallByWords } from './benchmarks/filtered-recall.js'
import { hybridSearch } from './benchmarks/hybrid-search.js'
import { indexKeyword } from './benchmarks/index-keyword.js'
import { indexUnchanged } from './benchmarks/index-unchanged.js'
import { keywordQuestion, keywordSearch, keywordSearchSlowest } from './benchmarks/keyword-question.js'
import { localEmbedding, localEmbeddingOnnx } from './benchmarks/local-embedding.js'
import { manyFiles } from './benchmarks/many-files.js'
import { residentSearch } from './benchmarks/resident-search.js'
import { heldUpByIndexing, searchWhileIndexing } from './benchmarks/search-while-indexing.js'
import { filteredVectors, vectorSearch } from './benchmarks/vector-search.js'

/**
 * @typedef {object} Bound the longest a subject may take: factor × the baseline's median + extra
 * @property {number} factor
 * @property {number} extra in the unit of the benchmark
 */

/**
 * @typedef {object} Prepared a benchmark ready to be run; each call does the work once and resolves to its milliseconds or megabytes
 * @property {() => Promise<number>} subject
 * @property {() => Promise<number>} baseline
 * @property {() => Promise<number>} [secondBaseline] another limit, which no bound depends on
 * @property {() => Promise<Map<string, number>>} [phases] where the time of one run of the subject went, in milliseconds
 */

/**
 * @typedef {object} Benchmark
 * @property {string} name the word to ask for it by
 * @property {string} what what is measured: the subject
 * @property {string} comparedWith the baseline
 * @property {string} [alsoComparedWith] the second baseline
 * @property {Bound} bound
 * @property {'memory'} [unit] megabytes instead of milliseconds
 * @property {(space: import('./workspace.js').Workspace) => Promise<Prepared>} prepare
 */

/** Every benchmark, in the order they are run. @type {readonly Benchmark[]} */
export const benchmarks = [
  coldSearch,
  residentSearch,
  indexKeyword,
  indexUnchanged,
  keywordQuestion,
  keywordSearch,
  keywordSearchSlowest,
  searchWhileIndexing,
  heldUpByIndexing,
  filteredRecall,
  filteredRecallByWords,
  vectorSearch,
  filteredVectors,
  hybridSearch,
  localEmbedding,
  localEmbeddingOnnx,
  ...manyFiles,
]
