import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from '@recallite/command-line/with-lock'
import { createMemory, type Chunking } from '@recallite/core'
import type { RecordMemory } from '@recallite/core/records'
import type { RecordStore } from '@recallite/records'
import { openSqliteStore } from '@recallite/store-sqlite'
import { openSqliteRecords } from '@recallite/store-sqlite/records'
import { fingerprint } from '../run/describe-suite.js'
import { safeName } from '../suite/lay-out-corpus.js'
import type { RecordCorpus, Suite } from '../suite/suite.js'
import {
  assertEmbedded,
  createAskEach,
  queryDeadline,
  type IndexedSuite,
  type IndexSuiteOptions,
} from './index-suite.js'

/** A suite of records whose index is up to date. */
export interface IndexedRecords extends Pick<IndexedSuite, 'notes' | 'askEach'> {
  readonly memory: Pick<RecordMemory, 'recall'>
}

/**
 * Puts the records and sessions of a suite into a memory of records in its work folder, brings its index up to date and calls
 * `work` with it. Other records, or another chunk size, have a folder of their own. A lock keeps other processes from the
 * folder meanwhile.
 * @throws LockedError if another process works in the folder; EvaluationError `EVALUATION_NOT_EMBEDDED`; RecordError;
 * StoreError; the errors of `work`
 */
export function withIndexedRecords<Result>(
  { name, corpus }: Suite<RecordCorpus>,
  { workFolder, model, chunking, bar, signal }: IndexSuiteOptions,
  work: (indexed: IndexedRecords) => Promise<Result>,
): Promise<Result> {
  const folder = join(workFolder, safeName(name), folderOf(corpus, chunking))
  const indexAndWork = async () => {
    const kept = await openSqliteRecords({ path: join(folder, 'records.sqlite'), create: true })
    const index = await openSqliteStore({ path: join(folder, 'index.sqlite'), create: true })
    const models = model && [model]
    // A record that is used ages more slowly, and a query must not change the answer to the next one.
    const records: RecordStore = { ...kept, touch: async () => {} }
    const memory = createMemory({ store: index, records, models, chunking, queryDeadline })
    try {
      await fill(kept, corpus)
      bar.show({ label: `${name}: embedding texts`, done: 0, total: corpus.records.length })
      const { embedFailure } = await memory.records.index({ signal })
      assertEmbedded(embedFailure)
      return await work({ memory: memory.records, notes: [], askEach: createAskEach(name, { bar }) })
    } finally {
      await memory.close()
    }
  }
  mkdirSync(folder, { recursive: true })
  return withLock(folder, indexAndWork, { wait: 0 })
}

function folderOf(corpus: RecordCorpus, { target, overlap, pieces = true }: Chunking): string {
  return ['records', fingerprint(corpus), target, overlap, ...(pieces ? [] : ['whole'])].join('-')
}

/** Alike records are kept beside each other, as the suite has them. */
async function fill(records: RecordStore, { sessions, records: put }: RecordCorpus): Promise<void> {
  for (const session of sessions) await records.startSession(session)
  await records.put(put, { allowDuplicate: true })
}
