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
import { isActive, isUnexpired, readSeen, rootOf } from './index-records.js'
import { isContradiction } from './is-contradiction.js'
import type { Remembered } from './record-memory.js'

type FoundDuplicate = Pick<Remembered, 'record'> & {
  readonly duplicate: NonNullable<Remembered['duplicate']>
}

/** What a new record repeats or contradicts. */
export interface Compared {
  /** The existing record that it would repeat. */
  readonly found?: FoundDuplicate | undefined
  /** Best match first; empty if there is a duplicate. */
  readonly contradicted: readonly MemoryRecord[]
  readonly degraded: readonly Degradation[]
  /** The last change that was checked. */
  readonly last: number
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
 * that the content contradicts (`isContradiction`). A record that a later one contradicts is no duplicate: its value is in force again.
 * @throws RecordError
 */
export async function compareWithIndex(
  content: NewContent,
  { records, source }: { readonly records: RecordStore; readonly source: SearchSource },
): Promise<Compared> {
  const none = { contradicted: [], degraded: [], last: 0 }
  const same = await records.findByHash(content.collection, contentHashOf(content.content))
  if (same && isInForce(same)) return { ...none, found: { record: same, duplicate: byContent } }
  try {
    // The latest records may not be indexed yet.
    const { last } = await readSeen(source.store)
    const { cosines, degraded } = await searchSimilar(content, source)
    const all = await records.getAll([...cosines.keys()])
    const active = all.filter(({ status }) => status === 'active')
    return { ...compareEach(content.content, active, cosines), degraded, last }
  } catch (error) {
    // Store the record even if the search fails.
    return { ...none, degraded: [{ retriever: 'index', reason: reasonOf(error) }] }
  }
}

const isInForce = ({ contradictedBy }: MemoryRecord): boolean => contradictedBy.length === 0

type NewContent = Pick<MemoryRecord, 'content' | 'collection' | 'createdAt'>

const byContent = { by: 'content', similarity: 1 } as const

/** The cosines of the most similar records by their ids; null for those that were found only by words. */
async function searchSimilar({ content, collection, createdAt }: NewContent, source: SearchSource) {
  // Without query syntax.
  const query = lowerWords(content).slice(0, maxWords).join(' ')
  const root = rootOf(collection)
  // A new collection has no root in the index yet.
  const isIndexed = (await source.store.listRoots()).some(({ name }) => name === root)
  if (query === '' || !isIndexed) return { cosines: new Map<string, null>(), degraded: [] }
  const conditions = allOf({ kind: 'root', names: [root] }, isActive, isUnexpired(createdAt))
  const { store, now } = source
  const searched = { kind: 'record' as const, store, filters: { conditions }, settings, now: now() }
  const isSecret = looksSecret('', content)
  const trace = await runStages({ text: query, kinds: [searched], options: { isSecret } }, source)
  const { ranking } = trace.decision
  const cosines = new Map(
    ranking.map(({ item, confidenceInputs }) => [item.locator.path, confidenceInputs.cosine]),
  )
  return { cosines, degraded: degradedOf(trace) }
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
 * Compares a content also with the records that changed after the last checked change, without vectors, unless it is a duplicate.
 * @throws RecordError
 */
export async function compareWithChanges(
  { content, collection, createdAt }: NewContent,
  records: Pick<RecordStore, 'changes'>,
  before: Compared,
): Promise<Compared> {
  const contradicted = new Map(before.contradicted.map((record) => [record.id, record]))
  let { found, last } = before
  for (let hasMore = true; hasMore && !found;) {
    const page = await records.changes({ after: last })
    const changed = page.changes.flatMap(({ record }) => record ?? [])
    const active = changed.filter((record) => record.status === 'active' && !isExpired(record, createdAt))
    const ofCollection = active.filter((record) => record.collection === collection)
    const newer = compareEach(content, ofCollection)
    for (const record of newer.contradicted) contradicted.set(record.id, record)
    ;[found, last, hasMore] = [newer.found, page.last, page.hasMore]
  }
  return { ...before, found, last, contradicted: [...contradicted.values()] }
}

/** Compares a content with records of its collection, up to the first duplicate. @param cosines by record id */
function compareEach(
  content: string,
  records: readonly MemoryRecord[],
  cosines: ReadonlyMap<string, number | null> = new Map(),
): Pick<Compared, 'found' | 'contradicted'> {
  const contradicted: MemoryRecord[] = []
  for (const record of records) {
    const isEqual = record.content === content
    const duplicate = isEqual
      ? byContent
      : compareOne(content, record.content, cosines.get(record.id) ?? null)
    if (duplicate && isInForce(record)) return { found: { record, duplicate }, contradicted: [] }
    if (isContradiction(content, record.content)) contradicted.push(record)
  }
  return { contradicted }
}

function compareOne(content: string, other: string, cosine: number | null): Remembered['duplicate'] {
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
