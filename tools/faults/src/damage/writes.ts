import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRandom, type Random } from '@recallite/test-kit/random'
import { withDatabase } from '../database.ts'
import { judgeAllThere, mustWork } from '../judge.ts'
import { saidBy, type Run } from '../program.ts'
import { isAcknowledged, makeText, type Operation } from '../records/ledger.ts'
import { judgeOperation, operations } from '../records/operations.ts'
import { beginningOf, judgeRecords, storedIn, type RecordHall } from '../records/record-hall.ts'
import { inTurn, type CaseLog } from '../run-suite.ts'
import { straceObstacle, withInjection } from '../system-calls.ts'
import { begin, tasks, type Task } from '../tasks.ts'
import { withProvider } from '../world.ts'
import { diskObstacle, mountDisk } from './disk.ts'

/** The errors of failing calls, and the maximum number of these calls per command. */
const failures = [
  ['pwrite64', 'ENOSPC', 40],
  ['fsync', 'EIO', 4],
  ['pwrite64', 'EIO', 40],
  ['ftruncate', 'EIO', 2],
  ['fsync', 'EIO', 8],
] as const

const { index, indexByWords, changes, repair, backup, forget, search } = tasks
const recordJobs = ['remember', 'import', 'supersede', 'forget', 'optimise'] as const
const jobs = [index, changes, indexByWords, repair, backup, forget, search, ...recordJobs] as const

/** A command whose writes fail. */
interface Attempt {
  readonly hall: RecordHall
  readonly job: (typeof jobs)[number]
  readonly log: CaseLog
  readonly random: Random
}

/** Creates cases in which writes fail: one system call, all calls from one on, or all because the disk is full or read-only. */
export function makeWriteCases(hall: RecordHall, seed: number) {
  const obstacles = { strace: straceObstacle(), disk: diskObstacle(hall.world.dataFolder) }
  return (number: number) => {
    const job = inTurn(jobs, number)
    const round = Math.floor(number / jobs.length) + number
    const [call, error, max] = inTurn(failures, round)
    const disk = [undefined, 'a full disk', undefined, 'a read-only disk'][round % 4]
    return {
      name: `${typeof job === 'string' ? `${job} records` : job.name}: ${disk ?? `${call} fails with ${error}`}`,
      run: async (log: CaseLog) => {
        log.skipped = disk === undefined ? obstacles.strace : obstacles.disk
        const attempt = { hall, job, log, random: createRandom(seed, 'writes', number) }
        if (log.skipped !== null) return
        if (disk === undefined) await runWithFailure(attempt, { call, error, max })
        else await runOnDisk(attempt, disk === 'a read-only disk')
      },
    }
  }
}

/** Restores the initial state of a command. */
function prepare({ hall, job, random }: Attempt): { args: readonly string[]; operation?: Operation } {
  const { world, notes, templates, there } = hall
  hall.provider.forget()
  if (typeof job !== 'string') return { args: begin(job, { world, notes, random }, templates) }
  world.restore(templates.indexed)
  const operation = operations[job]({ world, random, records: [...there], shared: makeText(random) })
  return { args: operation.args, operation }
}

/** Fails the n-th call of a kind, or all from it on. Retries with a smaller n if the command had fewer calls. */
async function runWithFailure(
  attempt: Attempt,
  { call, error, max }: { call: string; error: string; max: number },
): Promise<void> {
  const { hall, log, random } = attempt
  const { world } = hall
  for (let range = max; range >= 1 && !log.isInjected; range = Math.floor(range / 6)) {
    const { args, operation } = prepare(attempt)
    const when = `${1 + random.below(range)}${random.pick(['', '', '+'])}`
    const through = withInjection({ call, effect: `error=${error}`, when }, world.trace)
    const run = await world.run(log, args, { through, timeout: 90_000 })
    const trace = readFileSync(world.trace, 'utf8')
    log.isInjected = trace.includes('(INJECTED)')
    if (log.isInjected) await judge(attempt, { run, operation })
    else if (call === 'fsync' && !/\.sqlite|copy>/.test(trace))
      log.lost.push(`${run.command} does not sync its database to the disk`)
  }
}

/** Runs a command on a disk that becomes full or read-only; then makes room. */
async function runOnDisk(attempt: Attempt, isReadOnly: boolean): Promise<void> {
  const { hall, log, random } = attempt
  const { world } = hall
  const { dataFolder } = world
  const { args, operation } = prepare(attempt)
  const sizes = readdirSync(dataFolder).map((name) => statSync(join(dataFolder, name)).size)
  const used = sizes.reduce((sum, size) => sum + size, 0) / 1024
  const room = isReadOnly ? 2000 : 40 + random.below(random.pick([1, 120, 1200]))
  const disk = await mountDisk(dataFolder, Math.ceil(used + room))
  world.through = disk.enter
  try {
    // The disk hides the existing files.
    for (const name of readdirSync(dataFolder))
      cpSync(join(dataFolder, name), disk.see(join(dataFolder, name)), { preserveTimestamps: true })
    if (isReadOnly) disk.remount('ro')
    const run = await world.run(log, args, { timeout: 90_000 })
    log.isInjected = run.exitCode !== 0 || isReadOnly || disk.free() < 65_536
    judgeSaid(run, isReadOnly ? /READ_ONLY|UNAVAILABLE|not writable/ : fullDisk, log)
    if (isReadOnly) disk.remount('rw')
    disk.remount('size=100000k')
    if (log.isInjected) await judge(attempt, { run, operation, see: disk.see })
  } finally {
    world.through = []
    await disk.unmount()
  }
}

interface Failed {
  readonly run: Run
  readonly operation: Operation | undefined
  see?(path: string): string
}

/** An error must have a code, and the files must be intact; with room, the same command must complete without losses. */
async function judge(attempt: Attempt, { run, operation, see = String }: Failed): Promise<void> {
  const { hall, log, random } = attempt
  const { world, notes } = hall
  log.outcome = run.exitCode === 0 ? 'completed despite it' : 'failed with a code, completed afterwards'
  judgeSaid(run, /\(([A-Z][A-Z_]{3,})\)|"(?:code": ?"[A-Z_]+|postponed": ".+)"|^FAILED/m, log)
  judgeWhole(see(world.dataFolder), log)
  if (operation) {
    const judged = { hall, log, random, ledger: beginningOf(hall), stored: () => storedIn(hall, see) }
    judged.ledger.note(operation, isAcknowledged(run))
    if (!isAcknowledged(run)) judgeOperation(operation, await world.run(log, operation.args), judged)
    return judgeRecords(judged)
  }
  const task = attempt.job as Task
  const again = task.again?.({ world, notes, random }) ?? task.args({ world, notes, random })
  const isDone = task.isOnce === true && run.exitCode === 0
  await mustWork(hall, log, [...(isDone ? [] : [again]), ['index', world.notesFolder, ...withProvider]])
  await judgeAllThere(hall, log)
}

const fullDisk = /_FULL|\bis full\b|too\s+little\s+space/

/** A failure must state its code, or the problem of the disk. */
function judgeSaid(run: Run, expected: RegExp, log: CaseLog): void {
  if (run.exitCode !== 0 && !expected.test(`${run.stderr}\n${run.stdout}`))
    log.deadEnds.push(`a failure does not report ${expected}: ${saidBy(run)}`)
}

/** SQLite must find a copy of the files intact. */
function judgeWhole(folder: string, log: CaseLog): void {
  const copies = mkdtempSync(join(tmpdir(), 'recallite-whole-'))
  try {
    const names = readdirSync(folder).filter((name) => /^(?:memory|memory\.records|copy)\.sqlite/.test(name))
    for (const name of names) cpSync(join(folder, name), join(copies, name))
    for (const name of names.filter((each) => each.endsWith('.sqlite')))
      withDatabase(join(copies, name), (database) => {
        const verdict = database.pragma('integrity_check', { simple: true })
        if (verdict !== 'ok') log.lost.push(`${name} is damaged: ${verdict}`)
      })
  } catch (error) {
    log.lost.push(`a database is damaged: ${error}`)
  } finally {
    rmSync(copies, { recursive: true, force: true })
  }
}
