import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CaseLog } from '../case-log.js'
import { withDatabase } from '../database.js'
import { FaultsError } from '../faults-error.js'
import { makeNotes, writeNotes } from '../notes.js'
import { startProvider, vectorBytes } from '../provider.js'
import { withProvider, World } from '../world.js'
import { vectorPages } from './pages.js'

/**
 * @typedef {object} Healthy a memory as it is before the damage
 * @property {World} world
 * @property {import('../provider.js').Provider} provider
 * @property {readonly import('../notes.js').Note[]} notes
 * @property {Buffer} pristine the database file
 * @property {Map<string, number[]>} pages the page of each vector, by its text
 * @property {string} closed template of a memory that no program had open
 * @property {string} logged template of one whose last program was killed, with a write-ahead log
 */

/** @param {import('../program.js').Run} run */
function assertDone(run) {
  if (run.exitCode === 0) return
  throw new FaultsError(`${run.command} failed before any fault: ${run.stdout}${run.stderr}`)
}

/**
 * Indexes notes with a provider and keeps the result as templates.
 * @param {string} folder
 * @param {{ files: number, sections: number, seed: number }} size
 * @returns {Promise<Healthy>}
 */
export async function makeHealthy(folder, size) {
  const world = new World(join(folder, 'world'))
  const provider = await startProvider()
  const notes = makeNotes(size)
  const log = new CaseLog('template', '')
  world.clear()
  world.useProvider(provider.url)
  writeNotes(world.notesFolder, notes)
  assertDone(await world.run(log, ['index', world.notesFolder, ...withProvider]))
  // Pages that were split keep bytes of rows that moved; after this each vector lies on one page alone.
  withDatabase(world.database, (database) => database.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)'))
  const pristine = readFileSync(world.database)
  const vectors = new Map([...provider.timesAsked().keys()].map((text) => [text, vectorBytes(text)]))
  const canaries = await canariesOf(world, provider, log)
  for (const text of canaries) vectors.delete(text)
  const pages = vectorPages(pristine, vectors)
  if (pages.size < notes.length) throw new FaultsError('The vectors are not found in the database file.')
  const closed = join(folder, 'closed')
  world.saveAs(closed)
  const logged = join(folder, 'logged')
  await makeLogged({ world, closed, logged, notes, log })
  provider.forget()
  return { world, provider, notes, pristine, pages, closed, logged }
}

/**
 * Texts that the program has embedded to know the model, not to find them.
 * @param {World} world
 * @param {import('../provider.js').Provider} provider
 * @param {CaseLog} log
 */
async function canariesOf(world, provider, log) {
  provider.forget()
  assertDone(await world.run(log, ['doctor', ...withProvider]))
  return [...provider.timesAsked().keys()]
}

/**
 * Has a program that stays write, and kills it: its log stays beside the database.
 * @param {{ world: World, closed: string, logged: string, notes: readonly import('../notes.js').Note[], log: CaseLog }} options
 */
async function makeLogged({ world, closed, logged, notes, log }) {
  const changed = notes.slice(0, 4).map(({ path }) => join(world.notesFolder, path))
  // On a busy machine the program may have emptied its log before it is killed.
  let attempts = 0
  do {
    world.restore(closed)
    await killWhileItWrites(world, changed, log)
    attempts += 1
  } while (attempts < 5 && !hasLog(world))
  if (!hasLog(world)) throw new FaultsError('A killed program left no write-ahead log to damage.')
  world.saveAs(logged)
}

/**
 * @param {World} world
 * @param {readonly string[]} changed paths of notes
 * @param {CaseLog} log
 */
async function killWhileItWrites(world, changed, log) {
  await world.run(log, ['watch', ...withProvider, '--json'], {
    isKilled: true,
    onStart: (control) => {
      setTimeout(() => {
        for (const file of changed) appendFileSync(file, '\nOne more line about the harbour.\n')
      }, 1500)
      const timer = setInterval(() => {
        if (!hasLog(world) && !control.hasEnded()) return
        clearInterval(timer)
        setTimeout(() => control.kill(), 200)
      }, 20)
    },
  })
}

/** @param {World} world */
function hasLog(world) {
  try {
    return readFileSync(`${world.database}-wal`).length > 32
  } catch {
    return false
  }
}
