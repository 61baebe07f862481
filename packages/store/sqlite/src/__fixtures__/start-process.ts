import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

/** A running script of this folder. */
export interface StartedProcess {
  readonly child: ChildProcess
  /** The lines written so far. */
  readonly lines: () => string[]
}

/** Starts a script of this folder and waits for its first line; it is killed when the running test ends. */
export async function startProcess(script: string, ...args: string[]): Promise<StartedProcess> {
  const path = fileURLToPath(new URL(script, import.meta.url))
  const child = spawn(process.execPath, [path, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  await Promise.race([once(child.stdout, 'data'), once(child, 'close')])
  return { child, lines: () => output.split('\n').slice(0, -1) }
}
