import { isStopWord, languageOf, wordsOf } from '@recallite/keyword'
import { compareTexts, contentHashOf, isExpired } from '@recallite/store/records'
import type { MemoryRecord, RecordStore } from '@recallite/store/records'
import { allOf } from '@recallite/store'
import { reasonOf } from '../errors.js'
import { looksSecret } from '../indexer/looks-secret.js'
import type { Degradation } from '../search/answer.js'
import { degradedOf } from '../search/search.js'
import { runStages, type SearchSource } from '../search/run-stages.js'
import { resolveSearchOptions } from '../search/search-options.js'
import type { CosineScale } from '../search/confidence.js'
import { scaleOf } from '../search/stages/fuse.js'
import type { DiverseItem } from '../search/stages/diversify.js'
import { isActive, isUnexpired, readSeen, rootOf } from './index-records.js'
import { findContradiction } from './find-contradiction.js'
import type { Remembered } from './record-memory.js'

/** An existing record that a new one would repeat. */
export interface FoundDuplicate {
  readonly record: MemoryRecord
  readonly duplicate: NonNullable<Remembered['duplicate']>
}

/** What a new record repeats or contradicts. */
interface Compared {
  readonly found: FoundDuplicate | undefined
  /** Best match first; empty if there is a duplicate. */
  readonly contradicted: readonly MemoryRecord[]
}

interface DuplicateSearch extends Compared {
  readonly degraded: readonly Degradation[]
  /** The last change that was checked; infinite if no change matters. */
  readonly since: number
}

/**
 * The minimum cosine of a duplicate that adds only stop words. Words matter, because duplicates are not stored, and texts that differ in one
 * fact, such as a name or a time, have cosines of .95 and more.
 */
const sameMeaning = 0.95

const maxCompared = 10
const maxWords = 60

/**
 * Searches the index for an active record of the collection with the same content, nearly the same words in the same order
 * (`compareTexts`), or a cosine of 0.95 or more and all words of the content except stop words. The same search finds the records
 * that the content contradicts (`findContradiction`). A record that a later one contradicts is no duplicate: its value is in force again.
 * @throws RecordError
 */
export async function findDuplicate(
  content: NewContent,
  { records, source }: { readonly records: RecordStore; readonly source: SearchSource },
): Promise<DuplicateSearch> {
  const same = await records.findByHash(content.collection, contentHashOf(content.content))
  if (same && isInForce(same))
    return { ...noneCompared, found: { record: same, duplicate: byContent }, degraded: [], since: Infinity }
  try {
    return await searchDuplicate(content, { records, source })
  } catch (error) {
    // Store the record even if the search fails.
    return { ...noneCompared, degraded: [{ retriever: 'index', reason: reasonOf(error) }], since: 0 }
  }
}

const noneCompared: Compared = { found: undefined, contradicted: [] }

const isInForce = ({ contradictedBy }: MemoryRecord): boolean => contradictedBy.length === 0

type NewContent = Pick<MemoryRecord, 'content' | 'collection' | 'createdAt'>

const byContent = { by: 'content', similarity: 1 } as const

/** The latest records may not be indexed yet. */
async function searchDuplicate(
  { content, collection, createdAt }: NewContent,
  { records, source }: { readonly records: RecordStore; readonly source: SearchSource },
): Promise<DuplicateSearch> {
  const { last: since } = await readSeen(source.store)
  // Without query syntax.
  const query = lowerWords(content).slice(0, maxWords).join(' ')
  const root = rootOf(collection)
  // A new collection has no root in the index yet.
  const isIndexed = (await source.store.listRoots()).some(({ name }) => name === root)
  if (query === '' || !isIndexed) return { ...noneCompared, degraded: [], since }
  const conditions = allOf({ kind: 'root', names: [root] }, isActive, isUnexpired(createdAt))
  const { store, now } = source
  const searched = { kind: 'record' as const, store, filters: { conditions }, settings, now: now() }
  const isSecret = looksSecret('', content)
  const trace = await runStages({ text: query, kinds: [searched], options: { isSecret } }, source)
  const scale = scaleOf(trace.completed.retrievals)
  const compared = await compareAll(content, { items: trace.decision.ranking, scale }, records)
  return { ...compared, degraded: degradedOf(trace), since }
}

const settings = resolveSearchOptions({
  limit: maxCompared,
  threshold: 0,
  perDocument: 1,
  mergeDuplicates: false,
  correctSpelling: false,
  rerank: false,
})

/**
 * Searches the records that changed after a change, without vectors.
 * @returns the duplicate, if there is one, the contradicted records, and the last change that was checked
 * @throws RecordError
 */
export async function findAmongChanges(
  { content, collection, createdAt }: NewContent,
  records: Pick<RecordStore, 'changes'>,
  since: number,
): Promise<Compared & { readonly last: number }> {
  if (since === Infinity) return { ...noneCompared, last: since }
  const contradicted: MemoryRecord[] = []
  for (let after = since; ;) {
    const { changes, last, hasMore } = await records.changes({ after })
    const changed = changes.flatMap(({ record }) => record ?? [])
    const active = changed.filter((record) => isActiveIn(record, collection) && !isExpired(record, createdAt))
    const compared = compareEach(content, active, () => noVector)
    if (compared.found) return { ...compared, last }
    contradicted.push(...compared.contradicted)
    if (!hasMore) return { found: undefined, contradicted, last }
    after = last
  }
}

const isActiveIn = (record: MemoryRecord, collection: string): boolean =>
  record.status === 'active' && record.collection === collection

const noVector: Similarity = { cosine: null, likeness: null }

async function compareAll(
  content: string,
  { items, scale }: { readonly items: readonly DiverseItem[]; readonly scale: CosineScale | null },
  records: RecordStore,
): Promise<Compared> {
  const all = await records.getAll(items.map(({ item }) => item.locator.path))
  const inputs = new Map(items.map(({ item, confidenceInputs }) => [item.locator.path, confidenceInputs]))
  const active = all.filter(({ status }) => status === 'active')
  return compareEach(content, active, ({ id }) => {
    const cosine = inputs.get(id)?.cosine ?? null
    return { cosine, likeness: likenessOf(cosine, scale) }
  })
}

interface Similarity {
  readonly cosine: number | null
  readonly likeness: number | null
}

/** Compares a content with records of its collection, up to the first duplicate. */
function compareEach(
  content: string,
  records: readonly MemoryRecord[],
  similarityOf: (record: MemoryRecord) => Similarity,
): Compared {
  const contradicted: MemoryRecord[] = []
  for (const record of records) {
    const similarity = similarityOf(record)
    const isEqual = record.content === content
    const duplicate = isEqual ? byContent : compareOne(content, record.content, similarity)
    if (duplicate && isInForce(record)) return { found: { record, duplicate }, contradicted: [] }
    if (findContradiction(content, record.content, similarity)) contradicted.push(record)
  }
  return { found: undefined, contradicted }
}

/** The cosine on the scale of its model: 0 for unrelated texts, 1 for a question and its answer. */
function likenessOf(cosine: number | null, scale: CosineScale | null): number | null {
  return cosine === null || !scale ? null : (cosine - scale.floor) / (scale.related - scale.floor)
}

function compareOne(content: string, other: string, { cosine }: Similarity): Remembered['duplicate'] {
  const { similarity, difference, isNearDuplicate } = compareTexts(content, other)
  if (isNearDuplicate) return { by: 'words', similarity }
  if (difference !== null || addsWords(content, other)) return null
  return cosine !== null && cosine >= sameMeaning ? { by: 'meaning', similarity: cosine } : null
}

/** Whether a text has a word that another one lacks; stop words that negate or limit are a difference of their facts. */
function addsWords(text: string, other: string): boolean {
  const words = new Set(lowerWords(other))
  const language = languageOf(text)
  return lowerWords(text).some((word) => !words.has(word) && !isStopWord(word, language))
}

function lowerWords(text: string): string[] {
  return wordsOf(text).map((word) => word.text.toLowerCase())
}
