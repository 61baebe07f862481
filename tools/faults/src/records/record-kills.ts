import { createRandom } from '@recallite/test-kit/random'
import { filesOf } from '../fingerprint.ts'
import { judgeLeftovers } from '../judge.ts'
import { hasStrace, killingCall, wasKilled } from '../kills/moments.ts'
import type { Bench, Suite } from '../run-suite.ts'
import { withProvider, type WorldOptions } from '../world.ts'
import { isAcknowledged, makeText } from './ledger.ts'
import { drawOperation, judgeOperation, type Scene } from './operations.ts'
import { beginningOf, judgeRecords, makeRecordHall, type Judged } from './record-hall.ts'

export const recordKills: Suite = { name: 'record-kills', small: 4, spread: 1, full: 300, prepare }

async function prepare({ folder, seed }: { folder: string; seed: number }): Promise<Bench> {
  const hall = await makeRecordHall(folder, { seed, records: 29 })
  const initialFiles = new Set(filesOf(hall.world.folder))
  return {
    nameOf: () => 'four processes that change records',
    runCase: async (number, log) => {
      const random = createRandom(seed, 'record-kills', number)
      const judged = { hall, log, random, ledger: beginningOf(hall) }
      hall.world.restore(hall.templates.indexed)
      await runLanes(judged, { victims: 2 })
      if (!log.isInjected) return
      await judgeRecords(judged)
      judgeLeftovers(filesOf(hall.world.folder), initialFiles, log)
    },
    close: () => hall.provider.close(),
  }
}

/** The number of processes that change records concurrently, and of consecutive commands of each. */
const [lanes, commands] = [4, 2]

const jump = 'const { now } = Date; Date.now = () => now() + 3.2e12'
/** Environment variables for a process whose clock is a hundred years ahead, when the imported records have expired. */
const clockAhead = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(jump)}` }

/**
 * Runs a command by a clock that is ahead, which deletes nothing, and commands in several concurrent processes. Kills `victims` of them; or `killServer` kills their server, and they must
 * report that with a code.
 */
export async function runLanes(
  judged: Judged,
  { victims, killServer }: { victims: number; killServer?: () => Promise<void> },
): Promise<void> {
  const { hall, log, random, ledger } = judged
  log.outcome = 'went on'
  const shared = makeText(random)
  const recall = { args: ['recall', 'harbour', '--json', ...withProvider], adds: [] }
  const env = { ...hall.world.env, ...clockAhead }
  judgeOperation(recall, await hall.world.run(log, recall.args, { env }), judged)
  const runLane = async (_: unknown, lane: number) => {
    const records = hall.there.filter((_record, place) => place % lanes === lane)
    const scene = { world: hall.world, random: createRandom(random.below(1e9)), records, shared }
    const killed = lane < victims ? scene.random.below(commands) : commands
    for (let command = 0; command < commands; command += 1) {
      const operation = drawOperation(scene)
      const options = command === killed ? killer(scene, lane) : {}
      const run = await hall.world.run(log, operation.args, options)
      const isCut = killServer !== undefined && /"code": ?"(?:STORE|RECORDS)_/.test(run.stderr)
      if (isCut || (options.isKilled && wasKilled(run))) {
        log.isInjected = true
        ledger.note(operation, isAcknowledged(run))
      } else judgeOperation(operation, run, judged)
    }
  }
  await Promise.all([killServer?.(), ...Array.from({ length: lanes }, runLane)])
}

/** Kills a command at a call that writes, or after some time. One of four concurrent commands takes about a second. */
export function killer({ world, random }: Scene, lane: number): WorldOptions {
  if (hasStrace && random.chance(0.5))
    return { isKilled: true, through: killingCall(random, `${world.trace}-${lane}`, 0) }
  const delay = 100 + random.below(900)
  return { isKilled: true, onStart: (control) => setTimeout(() => control.kill(), delay) }
}
