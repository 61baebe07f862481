/* Runs a program in a separate process and measures its time, output and the maximum memory of its processes. */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BenchmarkError } from './benchmark-error.ts'
import type { Workspace } from './workspace.ts'

export const repository = fileURLToPath(new URL('../../../', import.meta.url))

export const program = join(repository, 'apps/cli/dist/bin.js')

/** The package that depends on the SQLite driver. */
export const driverFolder = join(repository, 'packages/store/sqlite/')

/** The file of the SQLite driver, better-sqlite3, as the store resolves it. */
export const driverPath = createRequire(`${driverFolder}package.json`).resolve('better-sqlite3')

/** The flags for no embeddings. */
export const withoutModel = ['--provider', 'none']

/** @param name a file or folder next to the checkout */
export function modelPath(name: string) {
  const path = join(repository, '../shared/models', name)
  if (existsSync(path)) return path
  throw new BenchmarkError('NO_MODEL', `This benchmark needs ${path}.`)
}

/** @param name a program in `src/` that a benchmark runs */
export function hostPath(name: string) {
  return fileURLToPath(new URL(name, import.meta.url))
}

const preload = new URL('hosts/report-memory.js', import.meta.url).href
let runs = 0

export interface RunOptions {
  readonly cwd?: string
  /** The home folder of the process. */
  readonly home?: string
  readonly node?: string
  readonly env?: Record<string, string>
  /** Standard input; default: empty. */
  readonly input?: string
  /** Whether the processes report their memory, which takes a few milliseconds. */
  readonly measuresMemory?: boolean
  /** Output after which to stop a long-running program. */
  readonly stopAfter?: string
}

/** `megabytes` is NaN if it was not measured. */
export type Run = { milliseconds: number; stdout: string; stderr: string; megabytes: number }

/** Runs `node` to its end, timed from the start of the process. @throws BenchmarkError `PROCESS_FAILED` */
export async function run(args: readonly string[], options: RunOptions = {}): Promise<Run> {
  const { cwd, home, node = process.execPath, env: more = {}, input } = options
  const { measuresMemory = false, stopAfter } = options
  const file = join(tmpdir(), `recallite-bench-memory-${process.pid}-${(runs += 1)}`)
  const reports = measuresMemory ? { RECALLITE_BENCH_MEMORY: file, NODE_OPTIONS: `--import ${preload}` } : {}
  const env = { ...process.env, ...(home === undefined ? {} : { HOME: home }), ...reports, ...more }
  const started = performance.now()
  const child = spawn(node, args, { cwd, env })
  child.stdin.end(input)
  let [stdout, stderr] = ['', '']
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text))
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text
    if (stopAfter !== undefined && stdout.includes(stopAfter)) child.kill('SIGTERM')
  })
  const exitCode = await new Promise((resolve, reject) => void child.on('error', reject).on('close', resolve))
  const milliseconds = performance.now() - started
  if (exitCode !== 0)
    throw new BenchmarkError('PROCESS_FAILED', `node ${args.join(' ')} ended with ${exitCode}: ${stderr}`)
  return { milliseconds, stdout, stderr, megabytes: measuresMemory ? readMaxMemory(file) : Number.NaN }
}

/** The maximum of one process, including threads. */
function readMaxMemory(file: string) {
  const kilobytes = readFileSync(file, 'utf8').trim().split('\n').map(Number)
  rmSync(file)
  return Math.max(...kilobytes) / 1000
}

/** The relevant fields of the program's JSON. */
export interface Answer {
  readonly added: number
  readonly unchanged: number
  readonly path: string
  readonly mode: string
  readonly stale: boolean
  readonly results: readonly unknown[]
}

/** Runs the built program and parses its JSON. @throws BenchmarkError `NOT_BUILT`, `PROCESS_FAILED` */
export async function recallite(
  space: Workspace,
  args: readonly string[],
  options?: RunOptions,
): Promise<Run & { answer: Answer }> {
  if (!existsSync(program)) throw new BenchmarkError('NOT_BUILT', 'The program is not built: pnpm build')
  const result = await run([program, ...args, '--json'], { home: space.folder, ...options })
  return { ...result, answer: JSON.parse(result.stdout) }
}
