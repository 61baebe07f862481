import { coldSearch, residentSearch } from './benchmarks/cold-search.js'
import { filteredRecall, filteredRecallByWords } from './benchmarks/filtered-recall.js'
import { hybridSearch } from './benchmarks/hybrid-search.js'
import { indexKeyword, indexUnchanged } from './benchmarks/indexing.js'
import { keywordQuestion, keywordSearch } from './benchmarks/keyword-search.js'
import { localEmbedding, localEmbeddingOnnx } from './benchmarks/local-embedding.js'
import { manyFiles } from './benchmarks/many-files.js'
import { postgres } from './benchmarks/postgres.js'
import { shards } from './benchmarks/shards.js'
import { filteredVectors, vectorSearch } from './benchmarks/vector-search.js'
import { whileIndexing } from './benchmarks/while-indexing.js'
import { libraries } from './peers/libraries.js'
import { programs } from './peers/programs.js'

/**
 * @typedef {object} Bound the most that the subject may take: factor × the median of another side + extra
 * @property {string} [of] the side; default `baseline`
 * @property {number} factor
 * @property {number} extra in the unit of the figure
 */

/**
 * @typedef {object} Figure
 * @property {string} name
 * @property {'time' | 'memory' | 'count' | 'share'} unit milliseconds, megabytes, a number, a share of 1
 * @property {Bound} [bound]
 */

/** @typedef {Figure & { rows: readonly Record<string, number>[] }} MeasuredFigure a row for each run, with values by the ids of sides */

/** @typedef {number | Record<string, number | undefined>} Values of one side in one run, by the names of figures; or its only one */

/**
 * @typedef {object} Options what was asked for on the command line
 * @property {number} runs
 * @property {readonly string[]} peers
 * @property {'generated' | 'cranfield'} corpus
 * @property {readonly number[]} shards
 * @property {string | undefined} url of a PostgreSQL server
 * @property {string} server its name and version
 */

/**
 * @typedef {object} Benchmark
 * @property {string} name the word to ask for it by
 * @property {string} what what the subject does, which is the first side
 * @property {string} [comparedWith] what the baseline does
 * @property {readonly Figure[]} figures
 * @property {boolean} [isByName] whether it needs a download, a server or much time, and is run only where it is named
 * @property {boolean} [isWarm] whether its first run counts
 * @property {(space: import('./workspace.js').Workspace, options: Options) => Promise<Record<string, () => Promise<Values>>>} prepare
 * gives the sides, each of which does the work once
 * @property {(space: import('./workspace.js').Workspace) => string} [sizeOf] what was measured over; default: the notes
 * @property {(side: string, options: Options) => string} [describe] the version of a side
 * @property {(values: Record<string, Values>) => Record<string, Values>} [combine] figures that depend on all sides of a run
 */

/**
 * @typedef {object} Result
 * @property {string} benchmark
 * @property {string} size
 * @property {string} [what]
 * @property {string | undefined} [comparedWith]
 * @property {Record<string, string>} sides their versions by their ids, the subject first
 * @property {readonly MeasuredFigure[]} figures
 * @property {string} machine with the version of Node
 * @property {string} date of the day
 */

/** Every benchmark, in the order they are run. @type {readonly Benchmark[]} */
export const benchmarks = [
  coldSearch,
  residentSearch,
  indexKeyword,
  indexUnchanged,
  keywordQuestion,
  keywordSearch,
  whileIndexing,
  filteredRecall,
  filteredRecallByWords,
  vectorSearch,
  filteredVectors,
  hybridSearch,
  localEmbedding,
  localEmbeddingOnnx,
  ...manyFiles,
  programs,
  libraries,
  shards,
  postgres,
]
