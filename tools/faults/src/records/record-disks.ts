import { createRandom } from '@recallite/test-kit/random'
import { inTurn, type Bench, type CaseLog, type Suite } from '../run-suite.ts'
import { diskObstacle } from '../writes/disk.ts'
import { runOnDisk } from '../writes/on-disk.ts'
import { disks } from '../writes/writes.ts'
import { isAcknowledged, makeText, type Operation } from './ledger.ts'
import { judgeOperation, operations } from './operations.ts'
import { beginningOf, judgeRecords, makeRecordHall, storedIn, type RecordHall } from './record-hall.ts'

export const recordDisks: Suite = { name: 'record-disks', small: 3, spread: 3, full: 100, prepare }

const all = Object.entries(operations)

const kindOf = (number: number) => inTurn(disks, Math.floor(number / all.length))

async function prepare({ folder, seed }: { folder: string; seed: number }): Promise<Bench> {
  const hall = await makeRecordHall(folder, { seed, records: 29 })
  const obstacle = diskObstacle(hall.world.dataFolder)
  return {
    nameOf: (number) => `${inTurn(all, number)[0]}, ${kindOf(number)}`,
    runCase: async (number, log) => {
      log.skipped = obstacle
      if (obstacle === null) await runFull(hall, { number, seed }, log)
    },
    close: () => hall.provider.close(),
  }
}

/** Changes records on a full disk, and does the same again once there is space. */
async function runFull(hall: RecordHall, { number, seed }: { number: number; seed: number }, log: CaseLog) {
  const { world, notes, there } = hall
  const random = createRandom(seed, 'record-disks', number)
  const ledger = beginningOf(hall)
  const [name, make] = inTurn(all, number)
  const state: { operation: Operation } = { operation: operations.optimise() }
  // An import is written into the world that was put in place.
  const args = () =>
    (state.operation = make({ world, random, own: [...there], shared: makeText(random) })).args
  await runOnDisk(
    {
      hall,
      log,
      task: { name, begins: 'indexed', args },
      stage: { world, notes, random },
      room: 120,
      judge: async (run, { see }) => {
        const { operation } = state
        ledger.note(operation, isAcknowledged(run))
        const judged = { hall, ledger, log, random, stored: () => storedIn(hall, see) }
        if (!isAcknowledged(run)) judgeOperation(operation, await world.run(log, operation.args), judged)
        await judgeRecords(judged)
      },
    },
    kindOf(number),
  )
}
