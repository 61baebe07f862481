import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { CaseLog } from '../case-log.js'
import { FaultsError } from '../faults-error.js'
import { makeNotes, writeNotes } from '../notes.js'
import { startProvider } from '../provider.js'
import { createRandom } from '../random.js'
import { straceObstacle, withInjection } from '../system-calls.js'
import { withProvider, World } from '../world.js'
import { judgeAfterKill, requestsUnderWay, filesOf } from './after-kill.js'
import { onceChanged, otherModel, phases } from './phases.js'
import { killMcp, killWatch } from './stay.js'

/** @typedef {import('./phases.js').Phase} Phase */
/** @typedef {import('./phases.js').Stage} Stage */

/** @type {import('../run-suite.js').Suite} */
export const kills = { name: 'kills', small: 7, spread: 2, full: 500, prepare }

/**
 * @typedef {object} StayingPhase a program that stays, which has a way of its own to be killed
 * @property {string} name
 * @property {'indexed'} begins
 * @property {(stage: Stage, log: CaseLog) => Promise<boolean>} kill whether it was killed
 * @property {undefined} [afterwards]
 * @property {undefined} [mayEmbedAgain]
 */

/** @type {readonly StayingPhase[]} */
const staying = [
  { name: 'watch', begins: 'indexed', kill: killWatch },
  { name: 'mcp', begins: 'indexed', kill: killMcp },
]

const all = [...phases, ...staying]

/** Calls at which the program is killed, and how many of them a command makes at most. */
const writingCalls = /** @type {const} */ ([
  ['pwrite64', 60],
  ['fdatasync', 6],
  ['fsync', 6],
  ['ftruncate', 3],
  ['unlink', 4],
  ['openat', 400],
])

/**
 * @typedef {object} Hall what all cases of a worker share
 * @property {World} world
 * @property {import('../provider.js').Provider} provider
 * @property {readonly import('../notes.js').Note[]} notes
 * @property {Readonly<Record<'empty' | 'indexed', string>>} templates
 * @property {ReadonlySet<string>} usualFiles
 * @property {Map<string, number>} durations how long each phase's command takes when nobody kills it
 * @property {boolean} hasStrace
 */

/** @param {number} number */
function phaseAt(number) {
  const phase = all[number % all.length]
  if (!phase) throw new FaultsError('There are no phases.')
  return phase
}

/** @param {{ folder: string, seed: number }} options @returns {Promise<import('../run-suite.js').Bench>} */
async function prepare({ folder, seed }) {
  const hall = await makeHall(folder, seed)
  return {
    nameOf: (number) => phaseAt(number).name,
    runCase: (number, log) => runCase(hall, { phase: phaseAt(number), number, seed }, log),
    close: () => hall.provider.close(),
  }
}

/** @param {string} folder @param {number} seed @returns {Promise<Hall>} */
async function makeHall(folder, seed) {
  const world = new World(join(folder, 'world'))
  const provider = await startProvider()
  const notes = makeNotes({ files: 30, sections: 7, seed })
  const log = new CaseLog('template', '')
  world.clear()
  mkdirSync(join(world.folder, 'copies'))
  world.useProvider(provider.url)
  world.variables = { ...world.variables, RECALLITE_UPDATE_DEBOUNCE: '50ms' }
  writeNotes(world.notesFolder, notes)
  const templates = { empty: join(folder, 'empty'), indexed: join(folder, 'indexed') }
  world.saveAs(templates.empty)
  world.restore(templates.empty)
  for (const args of [
    ['index', world.notesFolder, ...withProvider, '--model', otherModel],
    ['index', world.notesFolder, ...withProvider],
    ['search', notes[0]?.sentinel ?? ''],
  ]) {
    const run = await world.run(log, args)
    if (run.exitCode !== 0) throw new FaultsError(`${run.command} failed before any kill: ${run.stderr}`)
  }
  const usualFiles = new Set(filesOf(world))
  world.saveAs(templates.indexed)
  return {
    world,
    provider,
    notes,
    templates,
    usualFiles,
    durations: new Map(),
    hasStrace: straceObstacle() === null,
  }
}

/**
 * @param {Hall} hall
 * @param {{ phase: typeof all[number], number: number, seed: number }} which
 * @param {CaseLog} log
 */
async function runCase(hall, { phase, number, seed }, log) {
  const { world, provider, notes, templates } = hall
  const random = createRandom(seed, 'kills', number)
  // A process that ended before it could be killed is no case: it is tried again, and killed earlier.
  for (let attempt = 0; attempt < 5 && !log.isInjected; attempt += 1) {
    world.restore(templates[phase.begins])
    provider.forget()
    const stage = { world, random, notes }
    log.isInjected =
      'kill' in phase ? await phase.kill(stage, log) : await killCommand(hall, { phase, stage, attempt }, log)
  }
  provider.listen(undefined)
  provider.delay(0)
  if (!log.isInjected) return
  const underWay = requestsUnderWay(provider)
  await judgeAfterKill({ hall, phase, log, underWay, number, stage: { world, random, notes } })
}

/**
 * @param {Hall} hall
 * @param {{ phase: Phase, stage: Stage, attempt: number }} options
 * @param {CaseLog} log
 */
async function killCommand(hall, { phase, stage, attempt }, log) {
  const { world, random } = stage
  phase.prepare?.(stage)
  const args = phase.args(stage)
  const isByCall = phase.byCalls === true && hall.hasStrace && random.below(2) === 0
  if (isByCall) {
    const [call, most] = random.pick(writingCalls)
    const when = `${1 + random.below(Math.ceil(most / (attempt + 1)))}`
    const through = withInjection({
      call,
      effect: 'signal=SIGKILL',
      when,
      output: join(world.folder, 'tmp', 'trace'),
    })
    const run = await world.run(log, args, { isKilled: true, through })
    return run.signal === 'SIGKILL' || run.exitCode === 137
  }
  const run = await world.run(log, args, {
    isKilled: true,
    onStart: await killer(hall, { phase, stage, attempt }),
  })
  return run.signal === 'SIGKILL'
}

/**
 * What kills a command at its moment.
 * @param {Hall} hall
 * @param {{ phase: Phase, stage: Stage, attempt: number }} options
 * @returns {Promise<(control: import('../program.js').Control) => void>}
 */
async function killer(hall, { phase, stage, attempt }) {
  const { world, provider } = hall
  const { random } = stage
  if (phase.request !== undefined) {
    const wanted = { moment: phase.request, left: 2 + random.below(6) }
    provider.delay(30)
    return (control) =>
      provider.listen((_, moment) => {
        if (moment !== wanted.moment) return
        wanted.left -= 1
        if (wanted.left === 0) setTimeout(() => control.kill(), random.below(25))
      })
  }
  if (phase.onCheckpoint) {
    return (control) => {
      const stop = onceChanged(world.database, () => control.kill())
      setTimeout(stop, 50_000).unref()
    }
  }
  const [from, to] = phase.between ?? [0, 1]
  const duration = await durationOf(hall, phase, stage)
  const delay = (duration * (from + random.next() * (to - from))) / (attempt + 1)
  return (control) => setTimeout(() => control.kill(), delay)
}

/** Runs the phase once to its end, and puts all back. @param {Hall} hall @param {Phase} phase @param {Stage} stage */
async function durationOf(hall, phase, stage) {
  const known = hall.durations.get(phase.name)
  if (known !== undefined) return known
  const run = await hall.world.run(new CaseLog('measured', ''), phase.args(stage))
  hall.durations.set(phase.name, run.milliseconds)
  hall.world.restore(hall.templates[phase.begins])
  hall.provider.forget()
  phase.prepare?.(stage)
  return run.milliseconds
}
