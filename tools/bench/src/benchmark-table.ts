import { coldSearch, residentSearch } from './benchmarks/cold-search.ts'
import { filteredRecall, filteredRecallByWords } from './benchmarks/filtered-recall.ts'
import { hybridSearch } from './benchmarks/hybrid-search.ts'
import { indexKeyword, indexUnchanged } from './benchmarks/indexing.ts'
import { keywordQuestion, keywordSearch } from './benchmarks/keyword-search.ts'
import { manyFiles } from './benchmarks/many-files.ts'
import { opensearch } from './benchmarks/opensearch.ts'
import { postgres } from './benchmarks/postgres.ts'
import { promptHook, promptHookByWords } from './benchmarks/prompt-hook.ts'
import { filteredVectors, vectorSearch } from './benchmarks/vector-search.ts'
import { whileIndexing } from './benchmarks/while-indexing.ts'
import { rankCandidates } from './benchmarks/rank-candidates.ts'
import { programs } from './peers/programs.ts'
import type { Benchmark } from './benchmark.ts'

/** All benchmarks in the order of a run. */
export const benchmarks: readonly Benchmark[] = [
  coldSearch,
  residentSearch,
  promptHook,
  promptHookByWords,
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
  rankCandidates,
  ...manyFiles,
  programs,
  postgres,
  opensearch,
]
