/* Stores of generated notes, a chunk each, written by the store's own writer, and the questions to them. Packages are imported when
 * they are needed, as they are not built yet where a program only says how it is used. */
import { assertResult } from './benchmark-error.js'
import { generateCorpus, smallWords } from './generate-corpus.js'
import { amount } from './measure.js'
import { createRandom } from './random.js'
import { makeTopicVectors, topicSpace, vectorNear } from './vectors.js'

/** @typedef {import('@recallite/store').Store} Store */
/** @typedef {import('@recallite/store').NewChunk} NewChunk */

/** 100,000 chunks, vectors or records for the 2,000 files of the usual corpus. */
export const perFile = 50

/** @param {string} what @returns {(space: import('./workspace.js').Workspace) => string} */
export const sizeIn = (what) => (space) => `${amount(perFile * space.files)} ${what}`

/**
 * @typedef {object} WriteOptions
 * @property {{ vectors: readonly Float32Array[], space: import('@recallite/embeddings').ModelIdentity }} [embedded] as many
 * vectors for each chunk, in order
 * @property {(chunks: readonly NewChunk[]) => void} [onChunks] sees what is written
 * @property {number} [chunksPerDocument]
 * @property {(document: number) => string} [rootOf] the name of a document's root
 * @property {(document: number) => boolean} [isWanted] whether a document is written; default: all are
 */

/** As the keyword retriever does: a title counts three times. */
const titleWeight = 3

/** @type {Required<Pick<WriteOptions, 'chunksPerDocument' | 'rootOf' | 'isWanted'>>} */
const writeDefaults = { chunksPerDocument: 100, rootOf: () => 'notes', isWanted: () => true }

const about = { title: '', metadata: {}, contentHash: '', fingerprint: '', stamp: '', readAt: 0 }
const place = { startLine: 1, endLine: 1, startColumn: null, endColumn: null, heading: [] }

/**
 * Writes notes, a chunk each whose id is its number, with the words that an index has of them.
 * @param {Store} store
 * @param {readonly { title: string, text: string }[]} notes
 * @param {WriteOptions} [options]
 */
export async function writeChunks(store, notes, options = {}) {
  const { embedded, onChunks, chunksPerDocument, rootOf, isWanted } = { ...writeDefaults, ...options }
  const { indexWords, pathWords } = await import('@recallite/analysis')
  const { encodeTermList } = await import('@recallite/keyword-ranking')
  const vectorsPerChunk = embedded ? Math.floor(embedded.vectors.length / notes.length) : 0
  /** @type {Set<string>} */
  const roots = new Set()
  if (embedded) await store.putSpace(embedded.space)
  for (let start = 0; start < notes.length; start += chunksPerDocument) {
    if (!isWanted(start / chunksPerDocument)) continue
    const path = `${start}.md`
    const chunks = notes.slice(start, start + chunksPerDocument).map(({ title, text }, index) => {
      const words = { ...indexWords(`${title}\n`.repeat(titleWeight) + text), place: pathWords(path) }
      const termList = encodeTermList(words)
      const inputs = inputsOf(text, vectorsPerChunk)
      return { ...place, id: `${start + index}`, text, inputs, tokens: text.length, words, termList }
    })
    const root = rootOf(start / chunksPerDocument)
    await addRoot(store, roots, root)
    await store.writeDocuments({ put: [{ document: { ...about, root, path }, chunks }] })
    if (embedded) await putVectors(store, chunks, embedded)
    onChunks?.(chunks)
  }
  await store.maintenance?.optimise()
}

/** @param {Store} store @param {Set<string>} known @param {string} name */
async function addRoot(store, known, name) {
  if (!known.has(name)) await store.putRoot({ name, path: `/${name}` })
  known.add(name)
}

/** A text in so many parts of nearly the same length. @param {string} text @param {number} count */
function inputsOf(text, count) {
  const cut = (/** @type {number} */ part) => Math.floor((part * text.length) / count)
  return Array.from({ length: count }, (_, part) => ({ prefix: '', from: cut(part), to: cut(part + 1) }))
}

/** @param {Store} store @param {readonly NewChunk[]} chunks @param {NonNullable<WriteOptions['embedded']>} embedded */
async function putVectors(store, chunks, { vectors, space }) {
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

/**
 * Generated notes with a synthetic vector each.
 * @param {number} count
 * @param {number} dimensions
 */
export function embeddedNotes(count, dimensions) {
  const vectors = makeTopicVectors(count, { dimensions, seed: 31 })
  return { notes: generateCorpus(count), embedded: { vectors, space: topicSpace(dimensions) } }
}

/**
 * @typedef {object} Question
 * @property {string} text twelve words that are no stop words
 * @property {readonly string[]} stems of its words
 */

export const questionCount = 40
export const wordsPerQuestion = 12

/**
 * Questions with words as often as notes have them.
 * @param {readonly import('./generate-corpus.js').Note[]} notes
 * @returns {Promise<Question[]>}
 */
export async function writeQuestions(notes) {
  const { foldWord, isStopWord, stemWord } = await import('@recallite/analysis')
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

/**
 * The same questions with a vector that is near to one of these.
 * @param {ReturnType<typeof embeddedNotes>} of
 */
export async function writeVectorQuestions({ notes, embedded: { vectors } }) {
  const random = createRandom(32)
  return (await writeQuestions(notes)).map(({ text }) => ({
    text,
    vector: vectorNear(random.pick(vectors), random),
  }))
}

/** As many as the keyword retriever asks the store for by default. */
const candidates = 100

/**
 * What the keyword retriever does: a question is read, its best chunks are found and scored.
 * @param {Store} store
 * @param {string} text
 * @param {number} limit
 * @returns {Promise<string[]>} ids, the best first
 */
export async function bestByWords(store, text, limit) {
  const { parseQuery } = await import('@recallite/analysis')
  const { createKeywordScorer, decodeTermList, wantedCounts } = await import('@recallite/keyword-ranking')
  const { tree, scoring } = parseQuery(text)
  if (tree === null) return []
  const counts = await store.readCounts(wantedCounts(scoring))
  const { score } = createKeywordScorer(scoring, counts)
  const ranking = { terms: scoring, counts }
  const { termLists = [] } = await store.findByWords({ query: tree, limit: candidates, ranking })
  return termLists
    .map(({ id, termList }) => ({ id, score: score(decodeTermList(termList)).bm25 }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ id }) => id)
}

/** Of the ten nearest, so many must be found. */
const leastRecall = 0.99

/**
 * A search that is quick because it misses what is near is not measured.
 * @param {Store} store
 * @param {import('@recallite/store').Space} space
 * @returns {Promise<number>} recall@10
 * @throws BenchmarkError `WRONG_RESULT`
 */
export async function assertRecall(store, space) {
  const { measureRecall } = await import('@recallite/core/doctor')
  const { recall } = await measureRecall(store, space, { queries: questionCount })
  assertResult(recall >= leastRecall, `Recall@10 is ${recall.toFixed(3)}.`)
  return recall
}
