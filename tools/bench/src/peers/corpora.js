import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { BenchmarkError } from '../benchmark-error.js'
import { generateCorpus } from '../generate-corpus.js'
import { createRandom } from '../random.js'

/**
 * @typedef {object} Corpus
 * @property {string} text what it is
 * @property {readonly import('../generate-corpus.js').Note[]} notes
 * @property {readonly string[]} pairs questions of two words that one note has
 * @property {readonly string[]} questions of more words
 */

/** Folders like BEIR's are kept beside the checkout, never in it. */
const cranfield = new URL('../../../../../shared/data/cranfield/', import.meta.url)
const pairCount = 100
const questionCount = 40
const wordsPerQuestion = 5
const seed = 23
const smallWord = /(?<!\p{L})\p{Ll}{4,}(?!\p{L})/gu

/**
 * @param {'generated' | 'cranfield'} name
 * @param {number} files of the generated one
 * @returns {Corpus}
 * @throws BenchmarkError `NO_CORPUS`
 */
export function readCorpus(name, files) {
  if (name === 'cranfield') return readCranfield()
  const notes = generateCorpus(files)
  const random = createRandom(seed)
  return {
    text: `${notes.length.toLocaleString('en')} generated notes`,
    notes,
    pairs: drawWords(notes, { random, count: pairCount, words: 2 }),
    questions: drawWords(notes, { random, count: questionCount, words: wordsPerQuestion }),
  }
}

function readCranfield() {
  if (!existsSync(cranfield)) {
    throw new BenchmarkError('NO_CORPUS', `This corpus needs ${fileURLToPath(cranfield)}.`)
  }
  const notes = readLines('corpus.jsonl').map(({ id, title, text }) => ({
    path: `${id}.md`,
    title,
    text: `# ${title}\n\n${text}\n`,
  }))
  return {
    text: `${notes.length.toLocaleString('en')} abstracts of Cranfield`,
    notes,
    pairs: drawWords(notes, { random: createRandom(seed), count: pairCount, words: 2 }),
    questions: readLines('queries.jsonl').map(({ text }) => text),
  }
}

/** @param {string} file @returns {{ id: string, title: string, text: string }[]} */
function readLines(file) {
  const lines = readFileSync(new URL(file, cranfield), 'utf8').trim().split('\n')
  return lines.map((line) => JSON.parse(line))
}

/**
 * Questions of words that one note has, in the order in which it has them.
 * @param {readonly import('../generate-corpus.js').Note[]} notes
 * @param {{ random: import('../random.js').Random, count: number, words: number }} how
 */
export function drawWords(notes, { random, count, words }) {
  /** @type {string[]} */
  const drawn = []
  while (drawn.length < count) {
    const all = [...new Set(random.pick(notes).text.match(smallWord) ?? [])]
    const chosen = new Set(Array.from({ length: words }, () => random.below(all.length)))
    if (all.length >= words && chosen.size === words) {
      drawn.push(
        [...chosen]
          .toSorted((a, b) => a - b)
          .map((place) => all[place])
          .join(' '),
      )
    }
  }
  return drawn
}
