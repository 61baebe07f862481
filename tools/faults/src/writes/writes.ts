import { readFileSync } from 'node:fs'
import { createRandom } from '@recallite/test-kit/random'
import { CaseLog, FaultsError, inTurn, type Bench, type Suite } from '../run-suite.ts'
import { straceObstacle, withInjection, withTrace } from '../system-calls.ts'
import { begin, otherModel, tasks, type Task } from '../tasks.ts'
import { makeHall, withProvider, type Hall } from '../world.ts'
import { diskObstacle } from './disk.ts'
import { judgeAgain, judgeEnd, judgeWhole, type Case } from './judge-write.ts'
import { runOnDisk } from './on-disk.ts'

export const writes: Suite = { name: 'writes', small: 6, spread: 1, full: 300, prepare }

/** What the system answers to a call that fails. */
const failures = [
  ['pwrite64', 'ENOSPC'],
  ['pwrite64', 'EIO'],
  ['fdatasync', 'EIO'],
  ['fsync', 'EIO'],
  ['ftruncate', 'EIO'],
  ['ftruncate', 'ENOSPC'],
  ['pwrite64', 'EDQUOT'],
] as const

type Failure = (typeof failures)[number]

/** How a disk is full. */
export const disks = ['small disk', 'no byte free'] as const

const { index, indexByWords, changes, dropVectors, repairRows, backup, forget, search } = tasks
const all: readonly Task[] = [index, changes, indexByWords, repairRows, backup, forget, search, dropVectors]

async function prepare({ folder, seed }: { folder: string; seed: number }): Promise<Bench> {
  const hall = await makeHall(folder, { files: 20, sections: 4, seed }, [
    ['index', ...withProvider, '--model', otherModel],
    ['index', ...withProvider],
  ])
  const obstacles = { strace: straceObstacle(), disk: diskObstacle(hall.world.dataFolder) }
  const countCalls = callCounter(hall)
  const caseAt = (number: number) => {
    const random = createRandom(seed, 'writes', number)
    // Every fourth case has a full disk; in the others one call fails, or all from one on.
    const kind = number % 4 === 3 ? random.pick(disks) : random.pick(failures)
    return { task: inTurn(all, number), random, kind }
  }
  return {
    nameOf: (number) => `${caseAt(number).task.name}, ${[caseAt(number).kind].flat().join(' fails with ')}`,
    runCase: async (number, log) => {
      const { task, random, kind } = caseAt(number)
      hall.provider.forget()
      const which = { hall, task, log, stage: { world: hall.world, notes: hall.notes, random } }
      log.skipped = typeof kind === 'string' ? obstacles.disk : obstacles.strace
      if (log.skipped !== null) return
      if (typeof kind === 'string') await runOnDisk(which, kind)
      else await runWithFailure(which, kind, countCalls)
    },
    close: () => hall.provider.close(),
  }
}

type CountCalls = (task: Task, calls: string, pattern?: RegExp) => Promise<number>

/** Fails the n-th call of a kind, or all from it on; of the failures, the one that was drawn or the next whose call the task makes. */
async function runWithFailure(which: Case, drawn: Failure, countCalls: CountCalls): Promise<void> {
  const { hall, task, stage, log } = which
  const { world, random } = stage
  const from = failures.indexOf(drawn)
  if ((await countCalls(task, 'fsync,fdatasync', /(?:memory\.sqlite|copy)>/)) === 0)
    log.lost.push(`${task.name} does not force its database to the disk`)
  for (const [call, error] of [...failures.slice(from), ...failures.slice(0, from)]) {
    const most = await countCalls(task, call)
    if (most === 0) continue
    log.name += ` (${call}: ${error})`
    const when = `${1 + random.below(most)}${random.pick(['', '', '+'])}`
    const through = withInjection({ call, effect: `error=${error}`, when }, world.trace)
    const args = begin(task, stage, hall.templates)
    const run = await world.run(log, args, { through, timeout: 90_000 })
    log.isInjected = readFileSync(world.trace, 'utf8').includes('(INJECTED)')
    if (!log.isInjected) return
    judgeEnd(run, log)
    judgeWhole(world.dataFolder, log)
    await judgeAgain(which)
    return
  }
  throw new FaultsError(`${task.name} makes no call that could fail.`)
}

/** Counts how often a task makes a call when nothing fails. */
function callCounter({ world, notes, templates }: Hall): CountCalls {
  const known = new Map<string, number>()
  return async (task, calls, pattern = new RegExp(String.raw`\b${calls}\(`)) => {
    const name = `${task.name} ${calls}`
    const before = known.get(name)
    if (before !== undefined) return before
    const args = begin(task, { world, notes, random: createRandom(name) }, templates)
    await world.run(new CaseLog('counted'), args, { through: withTrace(calls, world.trace) })
    const lines = readFileSync(world.trace, 'utf8').split('\n')
    const count = lines.filter((line) => pattern.test(line)).length
    known.set(name, count)
    return count
  }
}
