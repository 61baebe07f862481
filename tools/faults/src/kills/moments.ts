import { statSync } from 'node:fs'
import type { Random } from '@recallite/test-kit/random'
import type { Control, Run } from '../program.ts'
import { straceObstacle, withInjection } from '../system-calls.ts'
import { begin, tasks, type Stage, type Task } from '../tasks.ts'
import { CaseLog } from '../run-suite.ts'
import type { Hall } from '../world.ts'

/** A command and when to kill it. */
export interface Phase {
  readonly name: string
  readonly task: Task
  /** The part of its duration in which to kill it. */
  readonly between?: readonly [number, number]
  /** Whether every other kill is at a system call that writes. */
  readonly byCalls?: boolean
  /** Whether to kill it once requests are received, or answered. */
  readonly request?: 'received' | 'answered'
  /** Whether to kill it when the database file itself begins to change. */
  readonly onCheckpoint?: boolean
  /** Whether two processes run it concurrently. Both are killed. */
  readonly isTwice?: boolean
}

/** Two commands that index concurrently. One waits for the other, and no text is sent twice. */
export const together: Phase = { name: 'two at once', task: tasks.index, request: 'answered', isTwice: true }

const anywhere = { between: [0.3, 1], byCalls: true } as const

/** All phases of commands that end by themselves. */
export const phases: readonly Phase[] = [
  { name: 'scan', task: tasks.indexByWords, between: [0.05, 0.6] },
  { name: 'cut and write', task: tasks.indexByWords, between: [0.5, 1], byCalls: true },
  { name: 'embed, a request under way', task: tasks.index, request: 'received' },
  { name: 'embed, a request answered', task: tasks.index, request: 'answered' },
  { name: 'changes', task: tasks.changes, ...anywhere },
  { name: 'checkpoint', task: tasks.changesByWords, onCheckpoint: true },
  { name: 'vectors that are dropped', task: tasks.dropVectors, between: [0.4, 1], byCalls: true },
  { name: 'repair', task: tasks.repair, ...anywhere },
  { name: 'backup', task: tasks.backup, between: [0.4, 1], byCalls: true },
  { name: 'search that brings in changes', task: tasks.search, ...anywhere },
]

/** Calls at which the program is killed, and their maximum number per command. */
const writingCalls = [
  ['pwrite64', 60],
  ['fdatasync', 6],
  ['fsync', 6],
  ['ftruncate', 3],
  ['unlink', 4],
  ['openat', 400],
] as const

/** Whether calls can be injected here. */
export const hasStrace = straceObstacle() === null

/** Kills a command at the n-th call of a kind, with a smaller n after each attempt. */
export function killingCall(random: Random, output: string, attempt: number): string[] {
  const [call, maxCalls] = random.pick(writingCalls)
  const when = `${1 + random.below(Math.ceil(maxCalls / (attempt + 1)))}`
  return withInjection({ call, effect: 'signal=SIGKILL', when }, output)
}

export const wasKilled = ({ signal, exitCode }: Run): boolean => signal === 'SIGKILL' || exitCode === 137

/** Runs a command and kills it, earlier with each attempt. `attempt`: how often it ended before the kill. */
export async function killCommand(
  hall: Hall,
  { phase, stage, attempt }: { phase: Phase; stage: Stage; attempt: number },
  log: CaseLog,
): Promise<boolean> {
  const { world, random } = stage
  const duration = phase.between && (await durationOf(hall, phase.task, stage))
  const args = begin(phase.task, stage, hall.templates)
  hall.provider.forget()
  if (phase.byCalls && hasStrace && random.chance(0.5)) {
    const through = killingCall(random, world.trace, attempt)
    return wasKilled(await world.run(log, args, { isKilled: true, through }))
  }
  const [from, to] = phase.between ?? [0, 0]
  const delay = ((duration ?? 0) * (from + random.next() * (to - from))) / (attempt + 1)
  const started: Control[] = []
  const onStart = (control: Control) => {
    started.push(control)
    if (phase.request) killAtRequest(hall, stage, { phase, started })
    else if (phase.onCheckpoint) killOnceChanged(world.database, control)
    else setTimeout(() => control.kill(), delay)
  }
  const processes = Array.from({ length: phase.isTwice ? 2 : 1 }, () =>
    world.run(log, args, { isKilled: true, onStart }),
  )
  return (await Promise.all(processes)).every(({ signal }) => signal === 'SIGKILL')
}

function killAtRequest(
  { provider }: Hall,
  { random }: Stage,
  { phase, started }: { phase: Phase; started: readonly Control[] },
): void {
  // With two processes, both must have answered requests, unless one waits for the other.
  let left = (phase.isTwice ? 6 : 2) + random.below(phase.isTwice ? 3 : 6)
  const pause = random.below(25)
  provider.delay(phase.isTwice ? 2500 : 30)
  provider.listen((at) => {
    if (at === phase.request && --left === 0) setTimeout(() => started.forEach(({ kill }) => kill()), pause)
  })
}

/** Only a checkpoint changes the database file itself. */
function killOnceChanged(file: string, control: Control): void {
  const changedAt = () => statSync(file, { bigint: true, throwIfNoEntry: false })?.mtimeNs
  const before = changedAt()
  const timer = setInterval(() => {
    if (changedAt() === before && !control.hasEnded()) return
    clearInterval(timer)
    control.kill()
  }, 1)
}

const durations = new Map<Task, number>()

/** The duration of a task without a kill. */
async function durationOf({ templates }: Hall, task: Task, stage: Stage): Promise<number> {
  const duration = durations.get(task)
  if (duration !== undefined) return duration
  const args = begin(task, stage, templates)
  const { milliseconds } = await stage.world.run(new CaseLog('measured'), args)
  durations.set(task, milliseconds)
  return milliseconds
}
