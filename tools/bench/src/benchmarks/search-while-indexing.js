import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BenchmarkError } from '../benchmark-error.js'
import { runTimed } from '../run-timed.js'

const host = fileURLToPath(new URL('../long-lived-host.js', import.meta.url))
const someNotes = 300
const questionCount = 40
/** What a full corpus comes to; a smaller one has its share. */
const chunksPerFile = 4

/** @typedef {{ chunks: number, questions: number, idle: number, busy: number, heldUp: number }} Held */

/** @param {import('../workspace.js').Workspace} space */
function someOf({ notes, freshPath }) {
  const folder = `${freshPath()}.notes`
  for (const { path, text } of notes.slice(0, someNotes)) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  return folder
}

/**
 * Lets a host index the corpus while it is asked.
 * @param {import('../workspace.js').Workspace} space
 * @returns {Promise<Held>}
 * @throws BenchmarkError `WRONG_RESULT`
 */
async function runHost(space) {
  const questions = space.notes.slice(0, questionCount).map(({ title }) => title)
  const args = [host, space.freshPath(), someOf(space), space.corpus, JSON.stringify(questions)]
  const { stdout } = await runTimed(args, { home: space.folder })
  /** @type {Held} */
  const held = JSON.parse(stdout)
  if (held.chunks < chunksPerFile * space.size.files || held.questions === 0) {
    throw new BenchmarkError(
      'WRONG_RESULT',
      `${held.chunks} chunks and ${held.questions} questions are too few.`,
    )
  }
  return held
}

/**
 * Two figures of one run: the first is asked for first.
 * @param {(held: Held) => number} baseline
 * @param {(held: Held) => number} subject
 * @returns {import('../benchmark-table.js').Benchmark['prepare']}
 */
function bothOf(baseline, subject) {
  return async (space) => {
    /** @type {Held | undefined} */
    let held
    return {
      baseline: async () => baseline((held = await runHost(space))),
      subject: async () => subject(held ?? (await runHost(space))),
    }
  }
}

/** Questions to a program that is indexing. @type {import('../benchmark-table.js').Benchmark} */
export const searchWhileIndexing = {
  name: 'search-while-indexing',
  what: 'questions to a program that stays, while it indexes the corpus in chunks of 64 tokens: their 95th percentile',
  comparedWith: 'the same questions to the same program before, at rest',
  bound: { factor: 2, extra: 0 },
  prepare: bothOf(
    ({ idle }) => idle,
    ({ busy }) => busy,
  ),
}

/** How long a program that is indexing cannot do anything else. @type {import('../benchmark-table.js').Benchmark} */
export const heldUpByIndexing = {
  name: 'held-up-by-indexing',
  what: 'the longest time that the event loop of that program was held up meanwhile',
  comparedWith: 'the 95th percentile of its questions at rest',
  bound: { factor: 0, extra: 50 },
  prepare: bothOf(
    ({ idle }) => idle,
    ({ heldUp }) => heldUp,
  ),
}
