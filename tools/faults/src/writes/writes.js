import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CaseLog } from '../case-log.js'
import { FaultsError } from '../faults-error.js'
import { makeNotes, writeNotes } from '../notes.js'
import { startProvider } from '../provider.js'
import { createRandom } from '../random.js'
import { straceObstacle, withInjection } from '../system-calls.js'
import { withProvider, World } from '../world.js'
import { diskObstacle } from './disk.js'
import { judgeAgain, judgeEnd, judgeWhole } from './judge-write.js'
import { runOnDisk } from './on-disk.js'
import { tasks } from './tasks.js'

/** @typedef {import('./tasks.js').Task} Task */

/** @type {import('../run-suite.js').Suite} */
export const writes = { name: 'writes', small: 6, full: 300, prepare }

/** What the system answers to a call that fails. */
const failures = /** @type {const} */ ([
  ['pwrite64', 'ENOSPC'],
  ['pwrite64', 'EIO'],
  ['fdatasync', 'EIO'],
  ['fsync', 'EIO'],
  ['ftruncate', 'EIO'],
  ['ftruncate', 'ENOSPC'],
  ['pwrite64', 'EDQUOT'],
])

/**
 * @typedef {object} Hall what all cases of a worker share
 * @property {World} world
 * @property {import('../provider.js').Provider} provider
 * @property {readonly import('../notes.js').Note[]} notes
 * @property {Readonly<Record<'empty' | 'indexed', string>>} templates
 * @property {Map<string, number>} calls how often a task makes a call when nothing fails
 * @property {string | null} noStrace
 * @property {string | null} noDisk
 */

/** @typedef {typeof failures[number]} Failure */
/** @typedef {{ task: Task, random: import('../random.js').Random, log: CaseLog }} Case */

/** @param {{ folder: string, seed: number }} options @returns {Promise<import('../run-suite.js').Bench>} */
async function prepare({ folder, seed }) {
  const hall = await makeHall(folder, seed)
  /** @param {number} number */
  const caseAt = (number) => {
    const task = tasks[number % tasks.length]
    if (!task) throw new FaultsError('There are no tasks.')
    const random = createRandom(seed, 'writes', number)
    // Every fourth case has a full disk; in the others one call fails, or all from one on.
    if (number % 4 === 3)
      return { task, random, kind: random.pick(/** @type {const} */ (['small disk', 'no byte free'])) }
    return { task, random, kind: random.pick(failures) }
  }
  return {
    nameOf: (number) => `${caseAt(number).task.name}, ${[caseAt(number).kind].flat().join(' fails with ')}`,
    runCase: async (number, log) => {
      const { task, random, kind } = caseAt(number)
      hall.provider.forget()
      if (typeof kind === 'string') await runOnDisk(hall, { task, random, log }, kind)
      else await runWithFailure(hall, { task, random, log }, kind)
    },
    close: () => hall.provider.close(),
  }
}

/** @param {string} folder @param {number} seed @returns {Promise<Hall>} */
async function makeHall(folder, seed) {
  const world = new World(join(folder, 'world'))
  const provider = await startProvider()
  const notes = makeNotes({ files: 20, sections: 4, seed })
  world.clear()
  world.useProvider(provider.url)
  writeNotes(world.notesFolder, notes)
  const templates = { empty: join(folder, 'empty'), indexed: join(folder, 'indexed') }
  world.saveAs(templates.empty)
  world.restore(templates.empty)
  const run = await world.run(new CaseLog('template', ''), ['index', world.notesFolder, ...withProvider])
  if (run.exitCode !== 0) throw new FaultsError(`${run.command} failed before any fault: ${run.stderr}`)
  world.saveAs(templates.indexed)
  mkdirSync(world.folder)
  return {
    world,
    provider,
    notes,
    templates,
    calls: new Map(),
    noStrace: straceObstacle(),
    noDisk: diskObstacle(world.folder),
  }
}

/**
 * Fails the n-th call of a kind, or all from it on.
 * @param {Hall} hall
 * @param {Case} which
 * @param {Failure} drawn
 */
async function runWithFailure(hall, { task, random, log }, drawn) {
  if (hall.noStrace !== null) {
    log.skipped = hall.noStrace
    return
  }
  const { world, notes, templates } = hall
  const [[call, error], most] = await possibleFailure(hall, task, drawn)
  log.name += ` (${call}: ${error})`
  world.restore(templates[task.begins])
  task.prepare?.(world, notes)
  const output = join(world.folder, 'tmp', 'trace')
  const when = `${1 + random.below(most)}${random.pick(['', '', '+'])}`
  const run = await world.run(log, task.args(world), {
    through: withInjection({ call, effect: `error=${error}`, when, output }),
    timeout: 90_000,
  })
  log.isInjected = readFileSync(output, 'utf8').includes('(INJECTED)')
  if (!log.isInjected) return
  judgeEnd(run, log)
  judgeWhole(world.dataFolder, log)
  await judgeAgain(hall, { task, random, log })
}

/**
 * The failure that was drawn, or the next whose call the task makes, and how often it makes it.
 * @param {Hall} hall
 * @param {Task} task
 * @param {Failure} drawn
 * @returns {Promise<readonly [Failure, number]>}
 */
async function possibleFailure(hall, task, drawn) {
  const from = failures.indexOf(drawn)
  for (const failure of [...failures.slice(from), ...failures.slice(0, from)]) {
    const count = await callsOf(hall, task, failure[0])
    if (count > 0) return [failure, count]
  }
  throw new FaultsError(`${task.name} makes no call that could fail.`)
}

/** @param {Hall} hall @param {Task} task @param {string} call */
async function callsOf(hall, task, call) {
  const name = `${task.name} ${call}`
  const known = hall.calls.get(name)
  if (known !== undefined) return known
  const { world, notes, templates } = hall
  world.restore(templates[task.begins])
  task.prepare?.(world, notes)
  const output = join(world.folder, 'tmp', 'trace')
  const through = ['strace', '-f', '-qq', '-o', output, '-e', `trace=${call}`]
  await world.run(new CaseLog('counted', ''), task.args(world), { through })
  const count = readFileSync(output, 'utf8').split(`${call}(`).length - 1
  hall.calls.set(name, count)
  return count
}
