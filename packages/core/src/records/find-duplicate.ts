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
import { type ConfidenceInputs, noWords } from '../search/confidence.js'
import type { DiverseItem } from '../search/stages/diversify.js'
import { isActive, isUnexpired, readSeen, rootOf } from './index-records.js'
import type { Remembered } from './record-memory.js'

/** An existing record that a new one would repeat. */
export interface FoundDuplicate {
  readonly record: MemoryRecord
  readonly duplicate: NonNullable<Remembered['duplicate']>
}

interface DuplicateSearch {
  readonly found: FoundDuplicate | undefined
  readonly degraded: readonly Degradation[]
  /** The last change that was checked. */
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
 * (`compareTexts`), or a cosine of 0.95 or more and all words of the content except stop words.
 * @throws RecordError
 */
export async function findDuplicate(
  content: NewContent,
  { records, source }: { readonly records: RecordStore; readonly source: SearchSource },
): Promise<DuplicateSearch> {
  const same = await records.findByHash(content.collection, contentHashOf(content.content))
  if (same) return { found: { record: same, duplicate: byContent }, degraded: [], since: 0 }
  try {
    return await searchDuplicate(content, { records, source })
  } catch (error) {
    // Store the record even if the search fails.
    return { found: undefined, degraded: [{ retriever: 'index', reason: reasonOf(error) }], since: 0 }
  }
}

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
  if (query === '' || !isIndexed) return { found: undefined, degraded: [], since }
  const conditions = allOf({ kind: 'root', names: [root] }, isActive, isUnexpired(createdAt))
  const { store, now } = source
  const searched = { kind: 'record' as const, store, filters: { conditions }, settings, now: now() }
  const isSecret = looksSecret('', content)
  const trace = await runStages({ text: query, kinds: [searched], options: { isSecret } }, source)
  const found = await compareAll(content, trace.decision.ranking, records)
  return { found, degraded: degradedOf(trace), since }
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
 * @returns the duplicate, if there is one, and the last change that was checked
 * @throws RecordError
 */
export async function findAmongChanges(
  { content, collection, createdAt }: NewContent,
  records: Pick<RecordStore, 'changes'>,
  since: number,
): Promise<{ readonly found: FoundDuplicate | undefined; readonly last: number }> {
  for (let after = since; ;) {
    const { changes, last, hasMore } = await records.changes({ after })
    for (const { record } of changes) {
      if (record?.status !== 'active' || record.collection !== collection) continue
      if (isExpired(record, createdAt)) continue
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

/** Whether a text has a word that another one lacks; stop words that negate or limit are a difference of their facts. */
function addsWords(text: string, other: string): boolean {
  const words = new Set(lowerWords(other))
  const language = languageOf(text)
  return lowerWords(text).some((word) => !words.has(word) && !isStopWord(word, language))
}

function lowerWords(text: string): string[] {
  return wordsOf(text).map((word) => word.text.toLowerCase())
}
