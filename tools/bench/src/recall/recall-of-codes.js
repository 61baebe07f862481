import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSqliteStore } from '@recallite/store-sqlite'
import { BenchmarkError } from '../benchmark-error.js'

const depth = 10
/** As many as a search asks of the retriever. */
const limit = 100
const mostQuestions = 200
const ownVectors = 100
const chunksAtOnce = 5000
const tolerance = 1e-6

/** @typedef {import('@recallite/store').Store} Store */

/**
 * The share of the ten nearest chunks that are among the first ten of a search, for the set's questions and for its own vectors.
 * @param {string} set a folder like BEIR's
 * @param {{ folder: string, tape: string }} files the set's index; the tape that has its questions
 */
export async function recallOfCodes(set, { folder, tape }) {
  const { measureRecall } = await import('@recallite/core/doctor')
  const store = await openSqliteStore({ path: join(folder, 'index.sqlite'), create: false, isReadOnly: true })
  try {
    const space = (await store.listSpaces()).at(-1)
    if (!space) throw new BenchmarkError('WRONG_RESULT', `Nothing is embedded in ${folder}.`)
    const { chunks } = await store.status()
    const { ids } = await store.findByWords({ limit: chunks })
    const asked = readQuestions(set, tape)
    let hits = 0
    for (const vector of asked) hits += await shareFound(store, { space, vector }, ids)
    const own = await measureRecall(store, space, { queries: ownVectors, limit: depth })
    return { questions: asked.length, recall: hits / asked.length, ownRecall: own.recall }
  } finally {
    await store.close()
  }
}

/**
 * @param {Store} store
 * @param {{ space: import('@recallite/store').Space, vector: Float32Array }} request
 * @param {readonly string[]} ids of all chunks
 */
async function shareFound(store, request, ids) {
  /** @type {Map<string, number>} */
  const scores = new Map()
  for (let from = 0; from < ids.length; from += chunksAtOnce) {
    const part = await store.scoreByVector({ ...request, ids: ids.slice(from, from + chunksAtOnce) })
    for (const [id, { score }] of part) scores.set(id, score)
  }
  const nearest = [...scores.values()].toSorted((a, b) => b - a).slice(0, depth)
  const least = (nearest.at(-1) ?? 1) - tolerance
  const found = (await store.findByVector({ ...request, limit })).slice(0, depth)
  return found.filter(({ id }) => (scores.get(id) ?? -1) >= least).length / nearest.length
}

/** The vectors of questions, as `recallite-eval` keeps them on a tape. @param {string} set @param {string} tape */
function readQuestions(set, tape) {
  const lines = readFileSync(join(set, 'queries.jsonl'), 'utf8').trim().split('\n')
  /** @type {string[]} */
  const texts = lines.map((line) => JSON.parse(line).text).filter((text) => text.trim() !== '')
  const step = Math.max(1, Math.ceil(texts.length / mostQuestions))
  const wanted = new Set(texts.filter((_, place) => place % step === 0).map(keyOf))
  const vectors = []
  for (const line of readFileSync(tape, 'utf8').split('\n')) {
    const key = /^\{"key":"([^"]+)"/u.exec(line)?.[1] ?? ''
    if (wanted.delete(key)) vectors.push(decode(JSON.parse(line).vector))
  }
  if (wanted.size === 0) return vectors
  throw new BenchmarkError('WRONG_RESULT', `${wanted.size} questions of ${set} are not on the tape.`)
}

/** @param {string} text */
function keyOf(text) {
  return createHash('sha256').update(`query\0${text}`).digest('base64url')
}

/** @param {string} text */
function decode(text) {
  const bytes = Buffer.from(text, 'base64')
  return Float32Array.from({ length: bytes.length / 4 }, (_, place) => bytes.readFloatLE(place * 4))
}
