import {
  checkRecord,
  RecordError,
  type CheckedRecord,
  type MemoryRecord,
  type PutOptions,
  type PutOutcome,
  type RecordInput,
} from '@recallite/records'
import type { Degradation } from '../search/answer.js'
import { findAmongChanges, findDuplicate, type FoundDuplicate } from './find-duplicate.js'
import { withoutRepeats, type Freshening } from './freshen.js'
import type { RecallSource } from './recall.js'
import type { RecordMemory, Remembered } from './record-memory.js'
import type { TouchBatch } from './touch-batch.js'

/** What records are remembered with. */
export interface RememberSource extends RecallSource {
  readonly freshening: Pick<Freshening, 'freshen'>
  readonly touches: TouchBatch
}

/** The part of a memory of records that writes. The record is stored first: what fails behind it is only told. */
export function createRemembering(
  remembering: RememberSource,
): Pick<RecordMemory, 'remember' | 'supersede' | 'forget'> {
  const { records, source, freshening, touches } = remembering
  /** The next answer brings in what another process keeps this one from indexing now. */
  const freshen = () => freshening.freshen({ patience: 0 })

  async function put(input: RecordInput, options: PutOptions): Promise<Remembered | undefined> {
    const [outcome] = await records.put([input], options)
    if (outcome?.outcome === 'outdated') return undefined
    const record = assertPut(outcome)
    if (outcome?.outcome !== 'added') return { ...isRepeated, record, degraded: [] }
    return { outcome: 'added', record, duplicate: null, degraded: await freshen() }
  }

  /** Others may remember the same meanwhile: what they put since the last look is looked at as well, until nothing came between. */
  async function putUnlessKnown(input: RecordInput, checked: CheckedRecord): Promise<Remembered> {
    const { found, degraded, since } = await findDuplicate(checked, remembering)
    if (found) return repeated(found, degraded)
    for (let seen = since; ;) {
      const { found: newer, last } = await findAmongChanges(checked, records, seen)
      if (newer) return repeated(newer, degraded)
      const stored = await put(input, { since: last })
      if (stored) return { ...stored, degraded: withoutRepeats([...degraded, ...stored.degraded]) }
      seen = last
    }
  }

  function repeated(found: FoundDuplicate, degraded: readonly Degradation[]): Remembered {
    touches.add([{ id: found.record.id, accessed: 1, at: source.now() }])
    return { outcome: 'duplicate', ...found, degraded }
  }

  return {
    async remember(content, { allowDuplicate = false, ...fields } = {}) {
      const input = { ...fields, content }
      const checked = checkRecord(input, source.now())
      const stored = allowDuplicate ? await put(input, { allowDuplicate }) : undefined
      return stored ?? putUnlessKnown(input, checked)
    },
    async supersede(id, content, fields = {}) {
      const record = assertPut(await records.supersede(id, { ...fields, content }))
      return { outcome: 'added', record, duplicate: null, degraded: await freshen() }
    },
    async forget(id) {
      const isGone = await records.forget(id)
      if (isGone) await freshen()
      return isGone
    },
  }
}

/** Another process remembered the same content meanwhile. */
const isRepeated = { outcome: 'duplicate', duplicate: { by: 'content', similarity: 1 } } as const

/** A record without an id of its own can be no forgotten one. */
function assertPut(outcome: PutOutcome | undefined): MemoryRecord {
  if (outcome?.record) return outcome.record
  throw new RecordError('RECORDS_UNAVAILABLE', 'The store of records did not say what became of a record.')
}
