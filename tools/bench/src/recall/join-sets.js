import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** @typedef {{ corpus: string, queries: string, qrels: string }} SetTexts the three files of a folder like BEIR's */

/** Sets have up to 3,524 queries: of each, so many are enough to compare two searches. */
const queriesPerSet = 50

/**
 * Writes one set of all documents of several, with queries of each.
 * @param {readonly { name: string, folder: string }[]} sets
 * @param {string} target folder
 */
export function writeJoined(sets, target) {
  const texts = sets.map(({ name, folder }) => ({ name, texts: readSet(folder) }))
  const { corpus, queries, qrels } = joinSets(texts, queriesPerSet)
  mkdirSync(target, { recursive: true })
  writeFileSync(join(target, 'corpus.jsonl'), corpus)
  writeFileSync(join(target, 'queries.jsonl'), queries)
  writeFileSync(join(target, 'qrels.tsv'), qrels)
}

/**
 * Joins sets: ids begin with the name of their set, and every nth query is taken, so that there are at most so many of a set.
 * @param {readonly { name: string, texts: SetTexts }[]} sets
 * @param {number} most queries of a set
 * @returns {SetTexts}
 */
export function joinSets(sets, most) {
  const joined = sets.map(({ name, texts: { corpus, queries, qrels } }) => {
    const lines = linesOf(queries)
    const step = Math.max(1, Math.ceil(lines.length / most))
    const kept = lines.filter((_, place) => place % step === 0)
    const ids = new Set(kept.map((line) => JSON.parse(line).id))
    const judged = linesOf(qrels).map((line) => line.split('\t'))
    return {
      corpus: linesOf(corpus).map((line) => renamed(line, name)),
      queries: kept.map((line) => renamed(line, name)),
      qrels: judged
        .filter(([query]) => ids.has(query))
        .map(([query, document, grade]) => [`${name}-${query}`, `${name}-${document}`, grade].join('\t')),
    }
  })
  const all = (/** @type {'corpus' | 'queries' | 'qrels'} */ file) =>
    joined.flatMap((set) => set[file]).join('\n')
  return { corpus: all('corpus'), queries: all('queries'), qrels: all('qrels') }
}

/** @param {string} line @param {string} name */
function renamed(line, name) {
  const { id, title, text } = JSON.parse(line)
  return JSON.stringify({ id: `${name}-${id}`, title, text })
}

/** @param {string} text */
function linesOf(text) {
  return text.split('\n').filter((line) => line.trim() !== '')
}

/** @param {string} folder @returns {SetTexts} */
function readSet(folder) {
  const read = (/** @type {string} */ file) => readFileSync(join(folder, file), 'utf8')
  const qrels = existsSync(join(folder, 'qrels.tsv')) ? 'qrels.tsv' : 'qrels/test.tsv'
  return { corpus: read('corpus.jsonl'), queries: read('queries.jsonl'), qrels: read(qrels) }
}
