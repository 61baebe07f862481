import { wordsOf } from '@recallite/analysis'
import { compareTexts, contentHashOf, type MemoryRecord, type RecordStore } from '@recallite/records'
import type { Degradation, SearchResult } from '../search/answer.js'
import { search } from '../search/search.js'
import type { SearchSource } from '../search/run-stages.js'
import { rootsOf } from './index-records.js'
import type { Remembered } from './record-memory.js'

/** A record that says what another one would say. */
export interface FoundDuplicate {
  readonly record: MemoryRecord
  readonly duplicate: NonNullable<Remembered['duplicate']>
}

/** Whether a content is remembered already, and what kept the search from looking everywhere. */
export interface DuplicateSearch {
  readonly found: FoundDuplicate | undefined
  readonly degraded: readonly Degradation[]
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
 * Looks for an active record of the collection with the same content, nearly the same words in the same order (`compareTexts`), or
 * a cosine of at least 0.95 and all of the content's words. The index must be up to date.
 * @throws RecordError
 */
export async function findDuplicate(
  { content, collection }: Pick<MemoryRecord, 'content' | 'collection'>,
  { records, source }: { readonly records: RecordStore; readonly source: SearchSource },
): Promise<DuplicateSearch> {
  const same = await records.findByHash(collection, contentHashOf(content))
  if (same) return { found: { record: same, duplicate: { by: 'content', similarity: 1 } }, degraded: [] }
  const query = plainQuery(content)
  const [root] = rootsOf(collection)
  // Of a new collection the index has no root yet.
  const isKnown = (await source.store.listRoots()).some(({ name }) => name === root)
  if (query === '' || !isKnown) return { found: undefined, degraded: [] }
  const { results, degraded } = await search(query, source, {
    conditions: [{ kind: 'root', names: [root] }],
    limit: compared,
    threshold: 0,
    perDocument: 1,
    mergeDuplicates: false,
    correctSpelling: false,
    rerank: false,
  })
  const found = await compareAll(content, results, records)
  return { found, degraded }
}

async function compareAll(
  content: string,
  results: readonly SearchResult[],
  records: RecordStore,
): Promise<FoundDuplicate | undefined> {
  const known = new Map(
    (await records.getAll(results.map(({ path }) => path))).map((each) => [each.id, each]),
  )
  for (const { path, confidenceInputs } of results) {
    const record = known.get(path)
    const duplicate =
      record?.status === 'active' ? compareOne(content, record.content, confidenceInputs) : null
    if (record && duplicate) return { record, duplicate }
  }
  return undefined
}

function compareOne(
  content: string,
  other: string,
  { cosine }: SearchResult['confidenceInputs'],
): Remembered['duplicate'] {
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
