import {
  checkRecord,
  RecordError,
  type MemoryRecord,
  type PutOutcome,
  type RecordInput,
} from '@recallite/records'
import { reasonOf } from '../reason-of.js'
import { findDuplicate, type DuplicateSearch } from './find-duplicate.js'
import { withoutRepeats, type IndexKeeper } from './keep-index.js'
import type { RecallSource } from './recall.js'
import type { RecordMemory, Remembered } from './record-memory.js'
import type { TouchBatch } from './touch-batch.js'

/** What records are remembered with. */
export interface RememberSource extends RecallSource {
  readonly keeper: IndexKeeper
  readonly touches: TouchBatch
}

/** The part of a memory of records that writes. The record is stored first: what fails behind it is only told. */
export function createRemembering(
  remembering: RememberSource,
): Pick<RecordMemory, 'remember' | 'supersede' | 'forget'> {
  const { records, source, keeper, touches } = remembering

  async function put(input: RecordInput, allowDuplicate: boolean): Promise<Remembered> {
    const [outcome] = await records.put([input], { allowDuplicate })
    const record = assertPut(outcome)
    if (outcome?.outcome !== 'added') return { ...isRepeated, record, degraded: [] }
    return { outcome: 'added', record, duplicate: null, degraded: await keeper.indexOrExplain() }
  }

  return {
    async remember(content, { allowDuplicate = false, ...fields } = {}) {
      const input = { ...fields, content }
      const checked = checkRecord(input, source.now())
      if (allowDuplicate) return put(input, true)
      const behind = await keeper.indexOrExplain()
      const { found, degraded } = await findDuplicate(checked, remembering).catch(notSearched)
      if (!found) {
        const stored = await put(input, false)
        return { ...stored, degraded: withoutRepeats([...behind, ...degraded, ...stored.degraded]) }
      }
      touches.add([{ id: found.record.id, accessed: 1, at: source.now() }])
      return { outcome: 'duplicate', ...found, degraded: withoutRepeats([...behind, ...degraded]) }
    },
    async supersede(id, content, fields = {}) {
      const record = assertPut(await records.supersede(id, { ...fields, content }))
      return { outcome: 'added', record, duplicate: null, degraded: await keeper.indexOrExplain() }
    },
    async forget(id) {
      const isGone = await records.forget(id)
      if (isGone) await keeper.indexOrExplain()
      return isGone
    },
  }
}

/** Another process remembered the same content meanwhile. */
const isRepeated = { outcome: 'duplicate', duplicate: { by: 'content', similarity: 1 } } as const

/** A search that fails keeps nothing from being stored. */
function notSearched(error: unknown): DuplicateSearch {
  return { found: undefined, degraded: [{ retriever: 'index', reason: reasonOf(error) }] }
}

/** A record without an id of its own can be no forgotten one. */
function assertPut(outcome: PutOutcome | undefined): MemoryRecord {
  if (outcome?.record) return outcome.record
  throw new RecordError('RECORDS_UNAVAILABLE', 'The store of records did not say what became of a record.')
}
