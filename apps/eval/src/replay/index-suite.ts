import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { closing } from '@recallite/command-line'
import type { ProgressBar } from '@recallite/command-line/progress-bar'
import { withLock } from '@recallite/command-line/with-lock'
import { createMemory, type Chunking, type IndexReport } from '@recallite/core'
import type { MemoryOptions, SyncProgress } from '@recallite/core'
import { realPathOf } from '@recallite/core/sources'
import type { EmbeddingModel } from '@recallite/embeddings'
import type { Reranker } from '@recallite/rerankers'
import { openSqliteRecords } from '@recallite/store-sqlite/records'
import { EvaluationError } from '../errors.js'
import { fingerprint } from '../run/describe-run.js'
import { layOutCorpus, safeName } from '../suite/lay-out-corpus.js'
import type { RecordCorpus, Suite, TextCorpus } from '../suite/suite.js'
import { openIndex } from './open-index.js'
import { createFilesSubject, createRecordsSubject, type Subject } from './subject.js'

/** How to index a suite. The work folder has a folder for each suite. */
export interface IndexSuiteOptions {
  readonly workFolder: string
  /** The server of the indexes; default: they are in the work folder. */
  readonly store?: string | undefined
  readonly model: EmbeddingModel | undefined
  readonly reranker?: Reranker | undefined
  readonly chunking: Chunking
  readonly bar: ProgressBar
  readonly signal: AbortSignal
}

/** A suite whose index is up to date. `notes` lists what is not indexed. */
export interface IndexedSuite {
  readonly subject: Subject
  readonly notes: readonly string[]
  /** Shows the progress of the work that the label names. */
  readonly show: Filling['show']
}

/** In milliseconds. Long, because a timeout on a busy machine would drop vectors. */
const queryDeadline = 120_000

const phaseLabels: Readonly<Record<SyncProgress['phase'], string>> = {
  scan: 'scanning',
  read: 'reading files',
  embed: 'embedding texts',
}

/**
 * Updates the index of a suite in its work folder and calls `work` with it. A lock prevents other processes from using the folder,
 * because a different chunk size would change the answers.
 * @throws CodedError `LOCKED`; EvaluationError `EVALUATION_NOT_EMBEDDED`; MemoryError; StoreError; RecordError; errors of `work`
 */
export function withIndexedSuite<Result>(
  { name, corpus, at }: Suite,
  { workFolder, store: address, model, reranker, chunking, bar, signal }: IndexSuiteOptions,
  work: (indexed: IndexedSuite) => Promise<Result>,
): Promise<Result> {
  const recordsFolder = corpus.kind === 'records' ? folderOfRecords(corpus, chunking) : ''
  const folder = join(workFolder, safeName(name), recordsFolder)
  const show = (label: string, done: number, total: number) =>
    bar.show({ label: `${name}: ${label}`, done, total })
  const indexAndWork = async () => {
    const store = await openIndex(folder, join(safeName(name), recordsFolder), address)
    const now = at === undefined ? undefined : () => at
    const models = model && [model]
    const common = { store, models, reranker, chunking, queryDeadline, freshness: 'none', now } as const
    const filling = { folder, show, signal }
    const { memory, fill } =
      corpus.kind === 'records'
        ? await openRecords(corpus, common, filling)
        : openFiles(corpus, common, filling)
    return closing(memory, async () => work({ ...(await fill()), show }))
  }
  mkdirSync(folder, { recursive: true })
  return withLock(folder, indexAndWork, { wait: 0 })
}

interface Filling {
  readonly folder: string
  readonly show: (label: string, done: number, total: number) => void
  readonly signal: AbortSignal
}

function openFiles(
  corpus: TextCorpus,
  common: MemoryOptions,
  { folder: suiteFolder, show, signal }: Filling,
) {
  const memory = createMemory(common)
  const onProgress = ({ phase, done, total }: SyncProgress) => show(phaseLabels[phase], done, total)
  return {
    memory,
    async fill() {
      const { folders, roots, idOf } = layOutCorpus(corpus, suiteFolder)
      for (const indexed of await memory.listRoots()) {
        const isFolder = folders.some((folder) => indexed.path === realPathOf(folder))
        const isCurrent = isFolder || roots.some((root) => isDeepStrictEqual(root, indexed))
        if (!isCurrent) await memory.removeRoot(indexed.name)
      }
      for (const root of roots) await common.store.putRoot(root)
      const report = await memory.index(folders, { onProgress, signal })
      assertEmbedded(report.embedFailure)
      return { subject: createFilesSubject({ memory, idOf }), notes: notesOf(report) }
    },
  }
}

async function openRecords(
  { sessions, records }: RecordCorpus,
  common: MemoryOptions,
  { folder, show, signal }: Filling,
) {
  const store = await openSqliteRecords({ path: join(folder, 'records.sqlite'), create: true })
  // `touch` slows the decay of a record, but a query must not change the answer to the next one.
  const memory = createMemory({ ...common, records: { ...store, touch: async () => {} } })
  return {
    memory,
    async fill() {
      for (const session of sessions) await store.startSession(session)
      await store.put(records, { allowDuplicate: true })
      show(phaseLabels.embed, 0, records.length)
      const { embedFailure } = await memory.records.index({ signal })
      assertEmbedded(embedFailure)
      return { subject: createRecordsSubject(memory.records), notes: [] }
    },
  }
}

function folderOfRecords(corpus: RecordCorpus, { target, overlap, pieces = true }: Chunking): string {
  return ['records', fingerprint(corpus), target, overlap, ...(pieces ? [] : ['whole'])].join('-')
}

function assertEmbedded(embedFailure: string | null): void {
  if (embedFailure === null) return
  const reason = embedFailure.replace(/\.$/u, '')
  const message = `The documents are not embedded: ${reason}. Fix it and run again; finished embeddings are stored.`
  throw new EvaluationError('EVALUATION_NOT_EMBEDDED', message)
}

function notesOf({ skipped, unembedded }: IndexReport): string[] {
  const texts = skipped.filter(({ isText }) => isText)
  return [
    ...texts.map(({ path, reason }) => `${path} is not indexed: ${reason}`),
    ...unembedded.map((each) => `${each.document.path}:${each.startLine} has no vector: ${each.reason}`),
  ]
}
