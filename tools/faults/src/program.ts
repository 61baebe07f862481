import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The root of the repository. */
export const repositoryRoot = fileURLToPath(new URL('../../../', import.meta.url))

/** The tested commit, and whether files differ from it. */
export function commit(): string {
  const describe = ['describe', '--always', '--dirty', '--abbrev=40', '--exclude=*']
  const { stdout } = spawnSync('git', describe, { cwd: repositoryRoot, encoding: 'utf8' })
  return stdout?.trim() || 'unknown'
}

/** The tested program: the built one, or the build in RECALLITE_FAULTS_PROGRAM. */
export const builtProgram = process.env['RECALLITE_FAULTS_PROGRAM'] ?? `${repositoryRoot}apps/cli/dist/bin.js`

export interface Run {
  /** The command, for a report. */
  readonly command: string
  /** Null if a signal ended it. */
  readonly exitCode: number | null
  readonly signal: string | null
  /** Whether it was stopped after a timeout. */
  readonly isTimedOut: boolean
  readonly stdout: string
  readonly stderr: string
  readonly milliseconds: number
}

export interface RunOptions {
  readonly cwd: string
  /** The whole environment. Nothing is inherited. */
  readonly env: Readonly<Record<string, string>>
  /** A program with arguments that runs the command, such as strace. */
  readonly through?: readonly string[]
  /** Milliseconds until it counts as hanging. */
  readonly timeout?: number
  readonly onStart?: (control: Control) => void
}

/** A running process. */
export interface Control {
  readonly pid: number
  /** Kills it and all its children with SIGKILL. */
  kill(): void
  hasEnded(): boolean
}

const maxOutput = 4_000_000

/** Runs a command to its end, in a separate process group. */
export function runCommand(command: readonly string[], options: RunOptions): Promise<Run> {
  const [file = '', ...args] = [...(options.through ?? []), ...command]
  const started = performance.now()
  const child = spawn(file, args, { cwd: options.cwd, env: { ...options.env }, detached: true })
  const output = collect(child)
  const state = { hasEnded: false, isTimedOut: false }
  child.stdin.on('error', () => undefined).end()
  const timer = setTimeout(() => {
    state.isTimedOut = true
    killGroup(child.pid)
  }, options.timeout ?? 60_000)
  options.onStart?.({
    pid: child.pid ?? 0,
    kill: () => {
      if (!state.hasEnded && child.exitCode === null) killGroup(child.pid)
    },
    hasEnded: () => state.hasEnded,
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (exitCode, signal) => {
      clearTimeout(timer)
      state.hasEnded = true
      const { isTimedOut } = state
      const milliseconds = Math.round(performance.now() - started)
      resolve({ command: shellLine(command), exitCode, signal, isTimedOut, ...output, milliseconds })
    })
  })
}

export async function runProgram(args: readonly string[], options: RunOptions): Promise<Run> {
  const run = await runCommand([process.execPath, builtProgram, ...args], options)
  return { ...run, command: shellLine(['recallite', ...args]) }
}

function killGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // The process has just ended.
  }
}

function collect(child: ChildProcessWithoutNullStreams) {
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      if (output[name].length < maxOutput) output[name] += text
    })
  }
  return output
}

/** Splits a command line like a shell. */
export function shellLine(words: readonly string[]): string {
  return words.map(shellWord).join(' ')
}

function shellWord(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}

/** A line of a Node stack trace. */
const stackLine = /^\s+at (?:.+ \()?(?:file:\/\/|node:|\/)\S+:\d+:\d+\)?$/m

/** Whether a process hung, crashed, printed a stack trace, or failed silently. */
export function faultsOfRun(run: Run): string[] {
  const all = `${run.stdout}\n${run.stderr}`
  const faults = []
  if (run.isTimedOut) faults.push('did not end in time')
  else if (run.signal !== null) faults.push(`was ended by ${run.signal}`)
  else if ((run.exitCode ?? 0) > 128 && run.exitCode !== 130) faults.push(`ended with ${run.exitCode}`)
  if (stackLine.test(all)) faults.push('printed a stack trace')
  if (run.exitCode !== 0 && run.exitCode !== null && all.trim() === '') faults.push('failed without output')
  return faults.map((fault) => `${run.command}: ${fault}`)
}

/** The fields of the program's JSON that the suites read. */
export interface Printed {
  readonly results?: readonly {
    readonly path: string
    readonly text: string
    readonly record?: { readonly content: string }
  }[]
  readonly findings?: readonly Finding[]
}

/** The output of `doctor`. */
export interface Finding {
  readonly name: string
  readonly state: string
  readonly detail: string
  readonly cause: string | null
  readonly fix: string | null
}

/** The program's output as JSON. Undefined if it is not JSON. */
export function jsonOf(run: Run): Printed | undefined {
  try {
    return JSON.parse(run.stdout)
  } catch {
    return undefined
  }
}

/** The first lines of a process's output. */
export function saidBy(run: Run): string {
  const text = [run.stderr.trim(), run.stdout.trim()].filter(Boolean).join(' | ')
  return `exit ${run.exitCode ?? run.signal}: ${text.replaceAll(/\s+/g, ' ').slice(0, 300)}`
}
