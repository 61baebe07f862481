import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Run } from './program.ts'

export interface Suite {
  readonly name: string
  /** The number of cases without `--full`. */
  readonly small: number
  /** The step between these case numbers, so that they cover many kinds. */
  readonly spread: number
  readonly full: number
  prepare(options: { folder: string; seed: number }): Promise<Bench>
}

/** The environment of one worker's cases. */
export interface Bench {
  nameOf(number: number): string
  runCase(number: number, log: CaseLog): Promise<void>
  close(): Promise<void>
}

/** The result of a case. It passes without losses, leaks and dead ends. */
export class CaseLog {
  /** Whether the fault occurred. */
  isInjected = false
  /** Why the fault could not be tried on this machine. */
  skipped: string | null = null
  /** The outcome: healed, refused, completed … */
  outcome = 'none'
  readonly lost: string[] = []
  readonly leaked: string[] = []
  readonly deadEnds: string[] = []
  readonly runs: Run[] = []
  milliseconds = 0
  name: string
  readonly repeat: string

  constructor(name: string, repeat = '') {
    this.name = name
    this.repeat = repeat
  }

  get hasFailed(): boolean {
    return this.lost.length + this.leaked.length + this.deadEnds.length > 0
  }
}

/** A suite failed; the message states why. */
export class FaultsError extends Error {
  override readonly name = 'FaultsError'
}

export interface SuiteRequest {
  readonly suite: Suite
  readonly seed: number
  readonly from: number
  /** The step from one case number to the next. */
  readonly step: number
  /** The required number of faults. A case whose fault did not occur is replaced. */
  readonly count: number
  readonly workers: number
  /** Whether the folders of the last cases are retained for inspection. */
  readonly keepsFolder: boolean
  readonly onCase: (log: CaseLog) => void
  /** Ends the run after the running cases. */
  readonly signal: AbortSignal
}

/** Runs this many cases, each worker in a separate folder. */
export async function runSuite(request: SuiteRequest): Promise<CaseLog[]> {
  const folder = mkdtempSync(join(tmpdir(), 'recallite-faults-'))
  const queue = queueOf(request)
  const workers = Math.max(1, Math.min(request.workers, request.count))
  try {
    const logs = await Promise.all(
      Array.from({ length: workers }, (_, number) => work(request, queue, join(folder, `${number}`))),
    )
    return logs.flat()
  } finally {
    if (request.keepsFolder) process.stderr.write(`Kept: ${folder}\n`)
    else rmSync(folder, { recursive: true, force: true })
  }
}

/** The numbers of the cases to run. */
function queueOf({ from, step, count, signal }: SuiteRequest) {
  const state = { taken: 0, end: count }
  return {
    take: () => (state.taken < state.end && !signal.aborted ? from + step * state.taken++ : undefined),
    /** Adds a case to replace one whose fault did not occur. */
    addOne: () => void (state.end = Math.min(state.end + 1, 2 * count)),
  }
}

async function work(
  request: SuiteRequest,
  queue: ReturnType<typeof queueOf>,
  folder: string,
): Promise<CaseLog[]> {
  const { suite, seed, onCase, signal } = request
  let bench: Promise<Bench> | undefined
  const prepare = () => (bench ??= suite.prepare({ folder, seed }))
  const logs = []
  for (let number = queue.take(); number !== undefined; number = queue.take()) {
    const log = await tryCase(request, number, prepare)
    // Ctrl+C also reaches the processes of the case.
    if (log.hasFailed && signal.aborted) break
    if (!log.isInjected && log.skipped === null) queue.addOne()
    onCase(log)
    // Output of passed cases would fill the memory during a long run.
    if (!log.hasFailed) log.runs.length = 0
    logs.push(log)
  }
  const close = (made: Bench) => made.close()
  await bench?.then(close, () => undefined)
  return logs
}

async function tryCase(
  { suite, seed }: SuiteRequest,
  number: number,
  prepare: () => Promise<Bench>,
): Promise<CaseLog> {
  const again = `node tools/faults/faults.js ${suite.name} --seed ${seed} --from ${number} --count 1 --verbose`
  const log = new CaseLog(`${number}`, again)
  const begun = performance.now()
  try {
    const bench = await prepare()
    log.name += ` ${bench.nameOf(number)}`
    await bench.runCase(number, log)
  } catch (error) {
    log.deadEnds.push(`the suite failed: ${error instanceof Error ? error.stack : error}`)
  }
  log.milliseconds = Math.round(performance.now() - begun)
  return log
}

/** The item of a case. Cases cycle through the table. */
export function inTurn<Item>(table: readonly Item[], number: number): Item {
  const item = table[number % table.length]
  if (item === undefined) throw new FaultsError('There are no kinds of cases.')
  return item
}

/** Takes one item of each list in turn, so that a few cases cover many kinds. */
export function interleave<Item>(...lists: readonly (readonly Item[])[]): Item[] {
  const rounds = Math.max(...lists.map(({ length }) => length))
  return Array.from({ length: rounds }, (_, place) => lists.flatMap((list) => list[place] ?? [])).flat()
}
