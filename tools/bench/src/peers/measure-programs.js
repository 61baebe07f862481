import { BenchmarkError } from '../benchmark-error.js'
import { percentile } from '../statistics.js'
import { programs } from './programs.js'

/** @typedef {import('./programs.js').Program} Program */

/**
 * @typedef {object} Figure what was measured of each system; in milliseconds, megabytes, or as a number
 * @property {string} name
 * @property {'time' | 'memory' | 'count' | 'share'} unit
 * @property {readonly Record<string, number>[]} rows a run each: values by the ids of systems
 * @property {Must | undefined} must
 */

/**
 * @typedef {object} Must the most that ours may be
 * @property {string} peer id of a system
 * @property {number} factor of its median
 */

/**
 * Measures programs in turn, so that other work of the machine affects all of them. The first run of each warms the disk's
 * cache and is not counted.
 * @param {readonly string[]} ids of the programs
 * @param {{ space: import('../workspace.js').Workspace, corpus: import('./corpora.js').Corpus, runs: number }} options
 * @returns {Promise<{ systems: { id: string, name: string, version: string, node: string }[], figures: Figure[] }>}
 */
export async function measurePrograms(ids, { space, corpus, runs }) {
  const measured = ids.map((id) => ({ id, program: makeProgram(id, space) }))
  /** @type {Map<string, Record<string, number>[]>} */
  const rows = new Map()
  for (let run = 0; run <= runs; run += 1) {
    const values = new Map()
    for (const { id, program } of measured) values.set(id, await runOnce(program, corpus))
    if (run > 0) addRow(rows, values)
  }
  const systems = measured.map(({ id, program: { name, version, node } }) => ({ id, name, version, node }))
  return { systems, figures: kinds.flatMap((kind) => toFigure(kind, rows.get(kind.name))) }
}

/** @param {string} id @param {import('../workspace.js').Workspace} space */
function makeProgram(id, space) {
  const make = programs[id]
  if (!make) throw new BenchmarkError('WRONG_RESULT', `No program is called ${id}.`)
  return make(space)
}

/** What is reported, in this order. @type {readonly Omit<Figure, 'rows'>[]} */
const kinds = [
  { name: 'first index', unit: 'time', must: { peer: 'qmd', factor: 0.7 } },
  { name: 'index again, nothing changed', unit: 'time', must: undefined },
  { name: 'cold search of two words', unit: 'time', must: { peer: 'qmd', factor: 1.2 } },
  ...['two words', 'questions'].flatMap((asked) => [
    {
      name: `warm search, ${asked}, p50`,
      unit: /** @type {const} */ ('time'),
      must: { peer: 'qmd', factor: 1 },
    },
    { name: `warm search, ${asked}, p95`, unit: /** @type {const} */ ('time'), must: undefined },
    { name: `${asked} that were answered`, unit: /** @type {const} */ ('count'), must: undefined },
    { name: `${asked} that all answered`, unit: /** @type {const} */ ('count'), must: undefined },
  ]),
  { name: 'database', unit: 'memory', must: undefined },
  { name: 'memory of the first index', unit: 'memory', must: undefined },
  { name: 'memory of warm searches', unit: 'memory', must: undefined },
]

/** @param {Omit<Figure, 'rows'>} kind @param {Record<string, number>[] | undefined} rows @returns {Figure[]} */
function toFigure(kind, rows) {
  return rows === undefined ? [] : [{ ...kind, rows }]
}

/** @typedef {Awaited<ReturnType<typeof runOnce>>} Once */

/** @param {Program} program @param {import('./corpora.js').Corpus} corpus */
async function runOnce(program, { pairs, questions }) {
  const { milliseconds, megabytes } = await program.indexFresh()
  const again = await program.indexAgain?.()
  const cold = await program.search(pairs[0] ?? '')
  if (cold.found === 0) {
    throw new BenchmarkError('WRONG_RESULT', `${program.name} found nothing for "${pairs[0]}".`)
  }
  return {
    once: {
      'first index': milliseconds,
      'index again, nothing changed': again,
      'cold search of two words': cold.milliseconds,
      database: program.bytes() / 1e6,
      'memory of the first index': megabytes,
    },
    warm: {
      'two words': await program.answer?.(pairs),
      questions: await program.answer?.(questions),
    },
  }
}

/**
 * @param {Map<string, Record<string, number>[]>} rows
 * @param {ReadonlyMap<string, Once>} values by system
 */
function addRow(rows, values) {
  /** @type {Map<string, Record<string, number>>} */
  const row = new Map()
  const set = (
    /** @type {string} */ name,
    /** @type {string} */ id,
    /** @type {number | undefined} */ value,
  ) => {
    if (value !== undefined) row.set(name, { ...row.get(name), [id]: value })
  }
  for (const [id, { once, warm }] of values) {
    for (const [name, value] of Object.entries(once)) set(name, id, value)
    set('memory of warm searches', id, warm.questions?.megabytes)
  }
  for (const asked of /** @type {const} */ (['two words', 'questions'])) {
    const answers = [...values].map(([id, { warm }]) => ({ id, answers: warm[asked] }))
    for (const [id, figures] of Object.entries(warmFigures(answers))) {
      set(`warm search, ${asked}, p50`, id, figures.p50)
      set(`warm search, ${asked}, p95`, id, figures.p95)
      set(`${asked} that were answered`, id, figures.answered)
      set(`${asked} that all answered`, id, figures.shared)
    }
  }
  for (const [name, value] of row) rows.set(name, [...(rows.get(name) ?? []), value])
}

/**
 * Times over the questions that every system answered, in which it was asked.
 * @param {readonly { id: string, answers: import('./programs.js').Answers | undefined }[]} all
 * @returns {Record<string, { p50: number, p95: number, answered: number, shared: number }>} by system
 */
export function warmFigures(all) {
  const given = all.flatMap(({ id, answers }) => (answers ? [{ id, ...answers }] : []))
  const isShared = (/** @type {number} */ place) => given.every(({ found }) => (found[place] ?? 0) > 0)
  return Object.fromEntries(
    given.map(({ id, times, found }) => {
      const shared = times.filter((_, place) => isShared(place))
      const answered = found.filter((count) => count > 0).length
      const [p50, p95] = [percentile(shared, 0.5), percentile(shared, 0.95)]
      return [id, { p50, p95, answered, shared: shared.length }]
    }),
  )
}
