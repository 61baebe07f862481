import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../../../apps/cli/dist/bin.js', import.meta.url))

/** A temporary folder, which may contain paths that are too long for Node to remove. */
export function makeFolder() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'recallite-fuzz-')))
  return { folder, remove: () => void spawnSync('rm', ['-rf', folder]) }
}

/** Starts the built program with a folder as its home; records output and maximum memory. */
export function startProgram(args: readonly string[], folder: string) {
  const started = performance.now()
  const env = { PATH: process.env['PATH'], HOME: folder, NO_COLOR: '1' }
  const child = spawn(process.execPath, [program, ...args], { cwd: folder, env })
  const said = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.stderr += text))
  child.stdin.on('error', () => {})
  let megabytes = 0
  const timer = setInterval(() => (megabytes = Math.max(megabytes, peakOf(child.pid))), 20)
  const ended = new Promise<number | string>((resolve) => {
    child.on('close', (code, signal) => {
      clearInterval(timer)
      resolve(code ?? signal ?? '')
    })
  })
  return {
    child,
    said,
    ended,
    took: () => ({ megabytes, milliseconds: Math.round(performance.now() - started) }),
  }
}

export type Running = ReturnType<typeof startProgram>

/** Runs the program until it ends, or for `timeout` milliseconds. */
export async function runProgram(args: readonly string[], folder: string, timeout: number) {
  const { child, said, ended, took } = startProgram(args, folder)
  child.stdin.end()
  const timer = setTimeout(() => child.kill('SIGKILL'), timeout)
  const status = await ended
  clearTimeout(timer)
  return { ...said, ...took(), status, problems: problemsOf(`${args[0]}`, { ...said, status }) }
}

function problemsOf(name: string, { stdout, stderr, status }: Running['said'] & { status: number | string }) {
  const all = stdout + stderr
  return [
    ...(typeof status === 'string' ? [`${name} was ended by ${status}`] : []),
    ...(/UNEXPECTED|^\s+at .+:\d+:\d+\)?$/m.test(all) ? [`${name} printed ${all.slice(0, 2000)}`] : []),
    ...(status !== 0 && all === '' ? [`${name} printed nothing and exited with ${status}`] : []),
  ]
}

/** In megabytes; 0 if the system does not report it. */
function peakOf(pid: number | undefined): number {
  try {
    const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Math.round(Number(kilobytes ?? 0) / 1024)
  } catch {
    return 0
  }
}
