import { mkdirSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { withLock } from '@recallite/command-line'
import {
  type Chunking,
  type IndexReport,
  type Memory,
  type SyncProgress,
  createMemory,
} from '@recallite/core'
import type { EmbeddingModel } from '@recallite/embeddings'
import { openSqliteStore } from '@recallite/store-sqlite'
import { EvaluationError } from '../errors.js'
import { layOutCorpus } from '../suite/lay-out-corpus.js'
import type { Suite } from '../suite/suite.js'
import type { Subject } from './ask-query.js'
import { rememberReads } from './remember-reads.js'

/** What a suite's index is made with. */
export interface IndexSuiteOptions {
  /** The suite's own; made if it is not there. */
  readonly workFolder: string
  readonly model: EmbeddingModel | undefined
  readonly chunking?: Chunking | undefined
  readonly onProgress?: ((progress: SyncProgress) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

/** A suite that can be asked. */
export interface IndexedSuite extends Subject {
  /** To be closed afterwards. */
  readonly memory: Memory
  /** To be called before another query is asked of `repeating`. */
  readonly forget: () => void
  /** What is missing from the index, for a line on the side. */
  readonly notes: readonly string[]
}

/** Nobody waits for a single answer here, and a busy machine must not cost a query its vector. */
const queryDeadline = 120_000

function notesOf({ skipped, unembedded }: IndexReport): string[] {
  const texts = skipped.filter(({ isText }) => isText)
  return [
    ...texts.map(({ path, reason }) => `${path} is not indexed: ${reason}`),
    ...unembedded.map(
      ({ document, startLine, reason }) => `${document.path}:${startLine} has no vector: ${reason}`,
    ),
  ]
}

async function fill(memory: Memory, folder: string, options: IndexSuiteOptions): Promise<IndexReport> {
  for (const { name, path } of await memory.listRoots()) {
    if (path !== realpathSync(folder)) await memory.removeRoot(name)
  }
  const { onProgress, signal } = options
  const report = await memory.index([folder], { onProgress, signal })
  if (report.embedFailure === null) return report
  throw new EvaluationError(
    'EVALUATION_NOT_EMBEDDED',
    `The documents are not embedded: ${report.embedFailure.replace(/\.$/u, '')}. Mend that and run again: what is embedded stays.`,
  )
}

async function openIndex({ corpus }: Suite, options: IndexSuiteOptions): Promise<IndexedSuite> {
  const { workFolder, model, chunking } = options
  mkdirSync(workFolder, { recursive: true })
  const { folder, idOf } = layOutCorpus(corpus, workFolder)
  const store = await openSqliteStore({ path: join(workFolder, 'index.sqlite'), create: true })
  const models = model && [model]
  const common = { models, chunking, queryDeadline, freshness: 'none' as const }
  const memory = createMemory({ ...common, store })
  try {
    const report = await fill(memory, folder, options)
    const { store: remembered, forget } = rememberReads(store)
    const repeating = createMemory({ ...common, store: remembered })
    return { memory, repeating, forget, idOf, notes: notesOf(report) }
  } catch (error) {
    await memory.close()
    throw error
  }
}

/**
 * Brings the index of a suite, and nothing but that suite, up to date in its work folder, and works with it. Nobody else
 * may meanwhile: another chunk size there would change the answers.
 * @throws LockedError where another process works in the folder; EvaluationError `EVALUATION_NOT_EMBEDDED`; MemoryError;
 * StoreError; whatever the work throws
 */
export function withIndexedSuite<Result>(
  suite: Suite,
  options: IndexSuiteOptions,
  work: (indexed: IndexedSuite) => Promise<Result>,
): Promise<Result> {
  mkdirSync(dirname(options.workFolder), { recursive: true })
  const locked = async () => {
    const indexed = await openIndex(suite, options)
    try {
      return await work(indexed)
    } finally {
      await indexed.memory.close()
    }
  }
  return withLock(options.workFolder, locked, { wait: 0 })
}
