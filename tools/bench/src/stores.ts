/*
 * Stores of generated notes with one chunk each, and queries. Packages are imported on demand, because they may not be built
 * when a program only prints its usage.
 */
import { assertResult } from './benchmark-error.ts'
import { generateCorpus, smallWords, type Note } from './generate-corpus.ts'
import { amount } from './measure.ts'
import { createRandom } from '@recallite/test-kit/random'
import { makeTopicVectors, topicSpace, vectorNear } from './vectors.ts'
import type { Store, NewChunk, NewDocument, Space } from '@recallite/store'
import type { Workspace } from './workspace.ts'
import type { ModelIdentity } from '@recallite/embeddings'

/** 100,000 chunks, vectors or records for the 2,000 files of the default corpus. */
export const perFile = 50

export const sizeIn =
  (what: string): ((space: Workspace) => string) =>
  (space) =>
    `${amount(perFile * space.files)} ${what}`

export interface WriteOptions {
  /** This many vectors per chunk, in order. */
  readonly embedded?: { vectors: readonly Float32Array[]; space: ModelIdentity }
  readonly onChunks?: (chunks: readonly NewChunk[]) => void
  readonly chunksPerDocument?: number
  readonly rootOf?: (document: number) => string
}

/** As in the keyword retriever, a title counts three times. */
const titleWeight = 3

const about = { title: '', metadata: {}, contentHash: '', fingerprint: '', stamp: '', readAt: 0 }
const place = { startLine: 1, endLine: 1, startColumn: null, endColumn: null, heading: [] }

/** Writes notes with one chunk each, whose id is its number, with the words of a real index. */
export async function writeChunks(
  store: Store,
  notes: readonly { title: string; text: string }[],
  { embedded, onChunks, chunksPerDocument = 100, rootOf = () => 'notes' }: WriteOptions = {},
) {
  const vectorsPerChunk = embedded ? Math.floor(embedded.vectors.length / notes.length) : 0
  const roots: Set<string> = new Set()
  if (embedded) await store.putSpace(embedded.space)
  for await (const one of toDocuments(notes, { chunksPerDocument, rootOf, vectorsPerChunk })) {
    const { document, chunks } = one
    await addRoot(store, roots, document.root)
    await store.writeDocuments({ put: [one] })
    if (embedded) await putVectors(store, chunks, embedded)
    onChunks?.(chunks)
  }
  await store.maintenance?.optimise()
}

/** Documents of notes with one chunk each. */
export async function* toDocuments(
  notes: readonly { title: string; text: string }[],
  {
    chunksPerDocument,
    rootOf,
    vectorsPerChunk,
  }: Required<Pick<WriteOptions, 'chunksPerDocument' | 'rootOf'>> & { vectorsPerChunk: number },
): AsyncGenerator<NewDocument> {
  const { indexWords, pathWords } = await import('@recallite/keyword')
  const { encodeTermList } = await import('@recallite/keyword/ranking')
  for (let start = 0; start < notes.length; start += chunksPerDocument) {
    const path = `${start}.md`
    const chunks = notes.slice(start, start + chunksPerDocument).map(({ title, text }, index) => {
      const words = { ...indexWords(`${title}\n`.repeat(titleWeight) + text), place: pathWords(path) }
      const termList = encodeTermList(words)
      const inputs = inputsOf(text, vectorsPerChunk)
      return { ...place, id: `${start + index}`, text, inputs, tokens: text.length, words, termList }
    })
    yield { document: { ...about, root: rootOf(start / chunksPerDocument), path }, chunks }
  }
}

async function addRoot(store: Store, roots: Set<string>, name: string) {
  if (!roots.has(name)) await store.putRoot({ name, path: `/${name}` })
  roots.add(name)
}

/** Splits a text into `count` parts of nearly equal length. */
function inputsOf(text: string, count: number) {
  const cut = (part: number) => Math.floor((part * text.length) / count)
  return Array.from({ length: count }, (_, part) => ({ prefix: '', from: cut(part), to: cut(part + 1) }))
}

/** Stores the vectors of chunks whose ids are their numbers. */
export async function putVectors(
  store: Store,
  chunks: readonly NewChunk[],
  { vectors, space }: NonNullable<WriteOptions['embedded']>,
) {
  const numbers = new Map(
    chunks.flatMap(({ id, text, inputs }) =>
      inputs.map(({ from, to }, part) => [text.slice(from, to), Number(id) * inputs.length + part]),
    ),
  )
  const pending = await store.pendingTexts(space, { limit: numbers.size })
  const entries = pending.map(({ key, text }) => {
    const vector = vectors[numbers.get(text) ?? -1] ?? new Float32Array()
    return { key, vector }
  })
  await store.putVectors(space, entries)
}

/** Generated notes with a synthetic vector each. */
export function embeddedNotes(count: number, dimensions: number) {
  const vectors = makeTopicVectors(count, { dimensions, seed: 31 })
  return { notes: generateCorpus(count), embedded: { vectors, space: topicSpace(dimensions) } }
}

export interface Question {
  /** Twelve words that are not stop words. */
  readonly text: string
  readonly stems: readonly string[]
}

export const questionCount = 40
export const wordsPerQuestion = 12

/** Queries with the word frequencies of the notes. */
export async function writeQuestions(notes: readonly Note[]): Promise<Question[]> {
  const { foldWord, isStopWord, stemWord } = await import('@recallite/keyword')
  const random = createRandom(7)
  return Array.from({ length: questionCount }, () => {
    const byStem = new Map()
    while (byStem.size < wordsPerQuestion) {
      const word = random.pick([...smallWords(random.pick(notes)), ''])
      if (word !== '' && !isStopWord(word)) byStem.set(stemWord(foldWord(word)), word)
    }
    return { text: [...byStem.values()].join(' '), stems: [...byStem.keys()] }
  })
}

/** The same queries, each with a vector near one of these. */
export async function writeVectorQuestions({
  notes,
  embedded: { vectors },
}: ReturnType<typeof embeddedNotes>) {
  const random = createRandom(32)
  return (await writeQuestions(notes)).map(({ text }) => ({
    text,
    vector: vectorNear(random.pick(vectors), random),
  }))
}

/** The default number of candidates of the keyword retriever. */
const candidates = 100

/** The work of the keyword retriever: parse a query, find the best chunks and score them. Returns ids, best first. */
export async function bestByWords(store: Store, text: string, limit: number): Promise<string[]> {
  const { parseQuery } = await import('@recallite/keyword')
  const { createKeywordScorer, decodeTermList, neededCounts } = await import('@recallite/keyword/ranking')
  const { tree, scoring } = parseQuery(text)
  if (tree === null) return []
  const counts = await store.readCounts(neededCounts(scoring))
  const { score } = createKeywordScorer(scoring, counts)
  const ranking = { terms: scoring, counts }
  const { termLists = [] } = await store.findByWords({ query: tree, limit: candidates, ranking })
  return termLists
    .map(({ id, termList }) => ({ id, score: score(decodeTermList(termList)).bm25 }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ id }) => id)
}

/** The minimum share of the ten nearest that must be found. */
const minRecall = 0.99

/**
 * Returns recall@10. Throws if a search misses too many near vectors, since it is fast for that reason. The queries are vectors
 * of the store.
 * @throws BenchmarkError `WRONG_RESULT`
 */
export async function assertRecall(store: Store, space: Space): Promise<number> {
  const { vectors: samples = [] } = (await store.readVectors?.(space, { limit: questionCount })) ?? {}
  const { ids } = await store.findByWords({ limit: (await store.status()).chunks })
  let [found, expected] = [0, 0]
  for (const { vector } of samples) {
    const scores = await store.scoreByVector({ space, vector, ids })
    const nearest = Array.from(scores.values(), ({ score }) => score)
      .toSorted((a, b) => b - a)
      .slice(0, 10)
    // Also counts chunks that are as near as the last of the nearest ones.
    const minScore = (nearest.at(-1) ?? 1) - 1e-6
    const items = await store.findByVector({ space, vector, limit: 10 })
    found += items.filter((one) => (scores.get(one.id)?.score ?? -1) >= minScore).length
    expected += nearest.length
  }
  const recall = expected > 0 ? found / expected : 1
  assertResult(recall >= minRecall, `Recall@10 is ${recall.toFixed(3)}.`)
  return recall
}
