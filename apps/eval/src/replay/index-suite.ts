import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { realPathOf } from '@recallite/core/sources'
import { setImmediate } from 'node:timers/promises'
import type { ProgressBar } from '@recallite/command-line/progress-bar'
import { withLock } from '@recallite/command-line/with-lock'
import {
  type Chunking,
  type IndexOptions,
  type IndexReport,
  type Memory,
  type SyncProgress,
  createMemory,
} from '@recallite/core'
import { measureRecall } from '@recallite/core/doctor'
import type { EmbeddingModel } from '@recallite/embeddings'
import type { Store } from '@recallite/store'
import type { Reranker } from '@recallite/rerankers'
import type { StoreAddress } from '@recallite/settings'
import { EvaluationError } from '../errors.js'
import type { RunQuery } from '../run/run.js'
import { layOutCorpus, safeName } from '../suite/lay-out-corpus.js'
import type { Suite, TextCorpus } from '../suite/suite.js'
import type { Subject } from './ask-query.js'
import { openSuiteStore } from './open-suite-store.js'
import { rememberReads } from './remember-reads.js'

/** What a suite's index is made with. */
export interface IndexSuiteOptions {
  /** The folder in which each suite has a folder for its files and its index. */
  readonly workFolder: string
  /** The server that keeps the indexes of suites; default files in the work folder. */
  readonly server?: StoreAddress | undefined
  readonly model: EmbeddingModel | undefined
  /** Scores the first results of every search again; default none. */
  readonly reranker?: Reranker | undefined
  readonly chunking: Chunking
  readonly bar: ProgressBar
  readonly signal: AbortSignal
}

/** A suite whose index is up to date. */
export interface IndexedSuite extends Subject {
  /** What is missing from the index, in sentences. */
  readonly notes: readonly string[]
  /** Calls `ask` with each query, one after the other. */
  readonly askEach: (queries: readonly RunQuery[], ask: (query: RunQuery) => Promise<void>) => Promise<void>
}

/** No user waits for an answer here, and a busy machine must not cost a query its vector. */
export const queryDeadline = 120_000

const phaseLabels: Readonly<Record<SyncProgress['phase'], string>> = {
  scan: 'looking',
  read: 'reading files',
  embed: 'embedding texts',
}

/**
 * Brings the index of a suite up to date in its work folder and calls `work` with it. A lock keeps other processes from
 * the folder meanwhile, since another chunk size there would change the answers.
 * @throws LockedError if another process works in the folder; EvaluationError `EVALUATION_NOT_EMBEDDED`; MemoryError;
 * StoreError; the errors of `work`
 */
export function withIndexedSuite<Result>(
  { name, corpus }: Suite<TextCorpus>,
  { server, model, reranker, chunking, bar, signal, ...options }: IndexSuiteOptions,
  work: (indexed: IndexedSuite) => Promise<Result>,
): Promise<Result> {
  const workFolder = join(options.workFolder, safeName(name))
  const indexAndWork = async () => {
    const { folder, idOf } = layOutCorpus(corpus, workFolder)
    const store = await openSuiteStore(name, { workFolder, server })
    const models = model && [model]
    const common = { models, reranker, chunking, queryDeadline, freshness: 'none' as const }
    const memory = createMemory({ ...common, store })
    try {
      const onProgress = ({ phase, done, total }: SyncProgress) =>
        bar.show({ label: `${name}: ${phaseLabels[phase]}`, done, total })
      const report = await fill(memory, folder, { onProgress, signal })
      const { store: remembered, forget } = rememberReads(store)
      const repeating = createMemory({ ...common, store: remembered })
      const askEach = createAskEach(name, { bar, before: forget })
      const recall = server && model ? await recallNotes(store, signal) : []
      return await work({ memory, repeating, idOf, notes: [...notesOf(report), ...recall], askEach })
    } finally {
      await memory.close()
    }
  }
  mkdirSync(workFolder, { recursive: true })
  return withLock(workFolder, indexAndWork, { wait: 0 })
}

/** Calls `before` and then `ask` with each query, one after the other, and shows how far it has come. */
export function createAskEach(
  name: string,
  { bar, before }: Pick<IndexSuiteOptions, 'bar'> & { readonly before?: () => void },
): IndexedSuite['askEach'] {
  return async (queries, ask) => {
    for (const [done, query] of queries.entries()) {
      bar.show({ label: `${name}: asking`, done, total: queries.length })
      // Gives the event loop a turn, so that the user can interrupt the program.
      await setImmediate()
      before?.()
      await ask(query)
    }
  }
}

/** @throws EvaluationError `EVALUATION_NOT_EMBEDDED` if an index gave up embedding */
export function assertEmbedded(embedFailure: string | null): void {
  if (embedFailure === null) return
  const reason = embedFailure.replace(/\.$/u, '')
  const message = `The documents are not embedded: ${reason}. Correct that and run again; finished embeddings are kept.`
  throw new EvaluationError('EVALUATION_NOT_EMBEDDED', message)
}

async function fill(memory: Memory, folder: string, options: IndexOptions): Promise<IndexReport> {
  for (const { name, path } of await memory.listRoots()) {
    if (path !== realPathOf(folder)) await memory.removeRoot(name)
  }
  const report = await memory.index([folder], options)
  assertEmbedded(report.embedFailure)
  return report
}

/** A server finds the nearest vectors of a large collection by an index that may miss some. */
async function recallNotes(store: Store, signal: AbortSignal): Promise<string[]> {
  const space = (await store.listSpaces()).at(-1)
  if (space === undefined) return []
  const { recall, queries } = await measureRecall(store, space, { queries: 100, signal })
  return [
    `its vector search finds ${recall.toFixed(4)} of the 10 nearest chunks (recall@10 of ${queries} chunks)`,
  ]
}

function notesOf({ skipped, unembedded }: IndexReport): string[] {
  const texts = skipped.filter(({ isText }) => isText)
  return [
    ...texts.map(({ path, reason }) => `${path} is not indexed: ${reason}`),
    ...unembedded.map((each) => `${each.document.path}:${each.startLine} has no vector: ${each.reason}`),
  ]
}
