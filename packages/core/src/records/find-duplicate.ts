import { wordsOf } from '@recallite/keyword'
import { compareTexts, contentHashOf, type MemoryRecord, type RecordStore } from '@recallite/store/records'
import { allOf } from '@recallite/store'
import { reasonOf } from '../errors.js'
import type { Degradation } from '../search/answer.js'
import { degradedOf } from '../search/search.js'
import { runStages, type SearchSource } from '../search/run-stages.js'
import { resolveSearchOptions } from '../search/search-options.js'
import { type ConfidenceInputs, noWords } from '../search/confidence.js'
import type { DiverseItem } from '../search/stages/diversify.js'
import { isActive, readSeen, rootOf } from './index-records.js'
import type { Remembered } from './record-memory.js'

/** A record that says what another one would say. */
export interface FoundDuplicate {
  readonly record: MemoryRecord
  readonly duplicate: NonNullable<Remembered['duplicate']>
}

/** Whether a content is remembered already, and what kept the search from looking everywhere. */
interface DuplicateSearch {
  readonly found: FoundDuplicate | undefined
  readonly degraded: readonly Degradation[]
  /** The change up to which records were looked at. */
  readonly since: number
}

/**
 * The cosine from which two records mean the same if the new one adds no word. Models give texts that differ in one fact, such as
 * a name or a time, cosines of .95 and more, and what is taken for a duplicate is not stored.
 */
const sameMeaning = 0.95

/** Candidates for comparison; a duplicate is among the very first. */
const compared = 10
const mostWords = 60

/**
 * Looks among the records of the index for an active one of the collection with the same content, nearly the same words in the same
 * order (`compareTexts`), or a cosine of at least 0.95 and all of the content's words.
 * @throws RecordError
 */
export async function findDuplicate(
  content: Sought,
  { records, source }: { readonly records: RecordStore; readonly source: SearchSource },
): Promise<DuplicateSearch> {
  const same = await records.findByHash(content.collection, contentHashOf(content.content))
  if (same) return { found: { record: same, duplicate: byContent }, degraded: [], since: 0 }
  try {
    return await searchDuplicate(content, { records, source })
  } catch (error) {
    // A search that fails keeps nothing from being stored.
    return { found: undefined, degraded: [{ retriever: 'index', reason: reasonOf(error) }], since: 0 }
  }
}

type Sought = Pick<MemoryRecord, 'content' | 'collection'>

const byContent = { by: 'content', similarity: 1 } as const

/** The index may not know the latest records. */
async function searchDuplicate(
  { content, collection }: Sought,
  { records, source }: { readonly records: RecordStore; readonly source: SearchSource },
): Promise<DuplicateSearch> {
  const { last: since } = await readSeen(source.store)
  const query = plainQuery(content)
  const root = rootOf(collection)
  // Of a new collection the index has no root yet.
  const isKnown = (await source.store.listRoots()).some(({ name }) => name === root)
  if (query === '' || !isKnown) return { found: undefined, degraded: [], since }
  const conditions = allOf({ kind: 'root', names: [root] }, isActive)
  const { store, now } = source
  const searched = { kind: 'record' as const, store, filters: { conditions }, settings, now: now() }
  const trace = await runStages({ text: query, kinds: [searched], options: {} }, source)
  const found = await compareAll(content, trace.decision.ranking, records)
  return { found, degraded: degradedOf(trace), since }
}

const settings = resolveSearchOptions({
  limit: compared,
  threshold: 0,
  perDocument: 1,
  mergeDuplicates: false,
  correctSpelling: false,
  rerank: false,
})

/**
 * Looks for the same among the records that were changed after a change, by words alone.
 * @returns the record, if there is one, and the change up to which records were looked at
 * @throws RecordError
 */
export async function findAmongChanges(
  { content, collection }: Sought,
  records: Pick<RecordStore, 'changes'>,
  since: number,
): Promise<{ readonly found: FoundDuplicate | undefined; readonly last: number }> {
  for (let after = since; ;) {
    const { changes, last, hasMore } = await records.changes({ after })
    for (const { record } of changes) {
      if (record?.status !== 'active' || record.collection !== collection) continue
      const duplicate = record.content === content ? byContent : compareOne(content, record.content, noVector)
      if (duplicate) return { found: { record, duplicate }, last }
    }
    if (!hasMore) return { found: undefined, last }
    after = last
  }
}

const noVector = { cosine: null, ...noWords }

async function compareAll(
  content: string,
  items: readonly DiverseItem[],
  records: RecordStore,
): Promise<FoundDuplicate | undefined> {
  const all = await records.getAll(items.map(({ item }) => item.locator.path))
  const byId = new Map(all.map((each) => [each.id, each]))
  for (const { item, confidenceInputs } of items) {
    const record = byId.get(item.locator.path)
    const duplicate =
      record?.status === 'active' ? compareOne(content, record.content, confidenceInputs) : null
    if (record && duplicate) return { record, duplicate }
  }
  return undefined
}

function compareOne(content: string, other: string, { cosine }: ConfidenceInputs): Remembered['duplicate'] {
  const { similarity, difference, isNearDuplicate } = compareTexts(content, other)
  if (isNearDuplicate) return { by: 'words', similarity }
  if (difference !== null || addsWords(content, other)) return null
  return cosine !== null && cosine >= sameMeaning ? { by: 'meaning', similarity: cosine } : null
}

/** Whether a text has a word that another one lacks. */
function addsWords(text: string, other: string): boolean {
  const known = new Set(lowerWords(other))
  return lowerWords(text).some((word) => !known.has(word))
}

function lowerWords(text: string): string[] {
  return wordsOf(text).map((word) => word.text.toLowerCase())
}

/** The words of a text without anything that a query would take for syntax. */
function plainQuery(content: string): string {
  return lowerWords(content).slice(0, mostWords).join(' ')
}
