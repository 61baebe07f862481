import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRandom } from '@recallite/test-kit/random'
import { filesOf, listTree } from '../fingerprint.ts'
import { judgeLeftovers, mustWork } from '../judge.ts'
import { wasKilled } from '../kills/moments.ts'
import { saidBy, type Run } from '../program.ts'
import { inTurn, type Bench, type Suite } from '../run-suite.ts'
import { withProvider, type World } from '../world.ts'
import { isAcknowledged, makeText, type Operation } from './ledger.ts'
import { judgeOperation, operations, type Scene } from './operations.ts'
import { beginningOf, judgeRecords, makeRecordHall, type Judged } from './record-hall.ts'
import { killer } from './record-kills.ts'

export const repairs: Suite = { name: 'repairs', small: 2, spread: 1, full: 44, prepare }

const kinds = [
  { name: 'twelve processes that index, repair and change records', run: runLanes },
  { name: 'a repair of records that is killed', run: killRepair },
] as const

async function prepare({ folder, seed }: { folder: string; seed: number }): Promise<Bench> {
  const hall = await makeRecordHall(folder, { seed, records: 125 })
  // A repair of records leaves its lock, and only SQLite may open that.
  const initialFiles = new Set([...filesOf(hall.world.folder), 'data/memory.records.sqlite.lock'])
  return {
    nameOf: (number) => inTurn(kinds, number).name,
    runCase: async (number, log) => {
      const random = createRandom(seed, 'repairs', number)
      const judged = { hall, log, random, ledger: beginningOf(hall) }
      hall.world.restore(hall.templates.indexed)
      await inTurn(kinds, number).run(judged)
      if (!log.isInjected) return
      log.outcome = 'went on'
      await judgeRecords(judged)
      judgeLeftovers(filesOf(hall.world.folder), initialFiles, log)
    },
    close: () => hall.provider.close(),
  }
}

/** The number of concurrent processes, of those that are killed, and of consecutive commands of each. */
const [lanes, victims, commands] = [12, 4, 3]

const repair: Operation = { args: ['doctor', '--repair', ...withProvider], adds: [] }

/** The commands of a process: a third of the processes index, a third repair, the others change records. */
const laneOperations: readonly (readonly ((scene: Scene) => Operation)[])[] = [
  [operations.index],
  [() => repair],
  [operations.remember, operations.forget, operations.supersede],
]

async function runLanes({ hall, log, random, ledger }: Judged): Promise<void> {
  const { world, there } = hall
  const runLane = async (_: unknown, lane: number) => {
    const records = there.filter((_record, place) => place % lanes === lane)
    const scene: Scene = { world, random: createRandom(random.below(1e9)), records, shared: '' }
    const killed = lane < victims ? scene.random.below(commands) : commands
    for (let command = 0; command < commands; command += 1) {
      const operation = scene.random.pick(inTurn(laneOperations, lane))(scene)
      const options = { timeout: 240_000, ...(command === killed ? killer(scene, lane) : {}) }
      const run = await world.run(log, operation.args, options)
      const isKilled = command === killed && wasKilled(run)
      log.isInjected ||= isKilled
      if (findsDamage(run)) log.lost.push(`${run.command} finds damage: ${saidBy(run)}`)
      if (isKilled || hasWaited(run)) ledger.note(operation, isAcknowledged(run))
      else judgeOperation(operation, run, { ledger, log })
    }
  }
  await Promise.all(Array.from({ length: lanes }, runLane))
  const aside = damagedIn(world)
  if (aside.length > 0) log.lost.push(`intact files were set aside: ${aside.join(', ')}`)
}

const findsDamage = ({ stdout, stderr }: Run): boolean =>
  /_CORRUPT|is damaged|was damaged|renamed to|were restored/.test(stdout + stderr)

/** Whether a command gave up because others had the memory open for long. */
const hasWaited = ({ exitCode, stdout, stderr }: Run): boolean =>
  exitCode !== 0 && /(?:BUSY|LOCKED)|Another (?:program|process)/.test(stdout + stderr)

/** The damaged files that a repair retained, without their logs. */
const damagedIn = ({ dataFolder }: World): string[] =>
  listTree(dataFolder).filter((path) => /\.damaged-\d+$/.test(path))

/** Damages the beginning of the records, kills a repair of them, and repairs again. */
async function killRepair({ hall, log, random }: Judged): Promise<void> {
  const { world, templates } = hall
  const file = join(world.dataFolder, 'memory.records.sqlite')
  for (let attempt = 0; attempt < 5 && !log.isInjected; attempt += 1) {
    world.restore(templates.indexed)
    writeFileSync(file, readFileSync(file).fill(0, 0, 100))
    const scene = { world, random, records: [], shared: makeText(random) }
    log.isInjected = wasKilled(await world.run(log, repair.args, killer(scene, 0)))
  }
  if (!log.isInjected) return
  await world.run(log, inTurn([['status'], ['export'], ['doctor']], random.below(3)))
  await mustWork(hall, log, [repair.args])
  const aside = damagedIn(world)
  if (aside.length !== 1) log.lost.push(`of one damaged file there are ${aside.join(', ') || 'no copies'}`)
}
