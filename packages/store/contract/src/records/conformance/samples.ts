import assert from 'node:assert/strict'
import { RecordError, type RecordErrorCode } from '../errors.js'
import type { MemoryRecord, RecordInput } from '../record.js'
import type { RecordStore } from '../record-store.js'

/** Checks of an empty store by name. */
export type Cases = Readonly<Record<string, (store: RecordStore) => Promise<void>>>

/** Puts one record, and asserts that it is added. */
export async function add(store: RecordStore, record: RecordInput): Promise<MemoryRecord> {
  const [outcome] = await store.put([record])
  assert.equal(outcome?.outcome, 'added')
  assert.ok(outcome.record)
  assert.equal(outcome.record.id, outcome.id)
  return outcome.record
}

/** Asserts that each call rejects with the code. */
export async function rejectsWith(
  code: RecordErrorCode,
  ...calls: readonly Promise<unknown>[]
): Promise<void> {
  for (const call of calls) {
    await assert.rejects(call, (error) => {
      assert.ok(RecordError.isInstance(error), `not a RecordError: ${String(error)}`)
      assert.equal(error.code, code)
      // The message consists of sentences.
      assert.match(error.message, /\.|:/)
      return true
    })
  }
}

/** The contents of all records of a list, read in pages of this size. */
export async function listAll(
  store: RecordStore,
  request: Parameters<RecordStore['list']>[0] = {},
  limit = 2,
): Promise<string[]> {
  const contents: string[] = []
  for (let after: string | undefined; ;) {
    const page = await store.list({ ...request, limit, ...(after !== undefined && { after }) })
    assert.deepEqual(page.damaged, [])
    contents.push(...page.records.map(({ content }) => content))
    if (page.next === null) return contents
    after = page.next
  }
}

/** Texts that may break a store. */
export const hostileTexts = [
  'a\0b',
  'it\'s "quoted" \\ and 100 % -- ; DROP TABLE',
  'e\u0301 is not é; 漢字, हिन्दी, עברית, 👩‍👩‍👧, \u{10FFFF}',
  'half a pair \uD800 and \uDC00',
  '\uFEFF\u200B\u202E control \u0001\u001B[31m\r\n\t end ',
  '{"json": [1, 2]}',
  'long '.repeat(3_900),
] as const

/** A record with something in every field. */
export const fullRecord: RecordInput = {
  content: 'A grip force of 12.5 N gives the highest success rate.',
  collection: 'Kitchen robot',
  session: 'episode/7 “first”',
  summary: 'Grip at 12.5 N',
  scopeFiles: ['src/grip.py', 'C:\\robots\\arm.toml'],
  scopeEntities: ['Gripper', 'グリッパー'],
  tags: ['force', 'success'],
  confidence: 0.35,
  context: {
    params: { grip_force: { value: 12.5, unit: 'N' } },
    spatial: { frame: 'world', position: [1.3, 0.7, 0.42] },
    task: { name: 'push', success: true, tries: null, 'a.b': [{ __proto__x: 1 }] },
  },
  occurredAt: '2026-02-11T14:30:05.250+01:00',
}
