import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished } from 'vitest'

/** A program that prints lines until it is killed, and that is started again. */
export interface ClientProcess {
  /** The lines of all its processes; the first word of each line is its kind. */
  readonly output: string[]
  readonly child: ChildProcess
  /** Kills the process with SIGKILL. Fails if it has ended by itself. */
  kill(): Promise<void>
  /** Starts the next process, and waits for its first line. */
  restart(): Promise<void>
}

/**
 * Starts a script with `node`, and waits for its first line. Its processes are killed when the test ends.
 * @param argsOf returns the arguments of the next process from the lines so far
 */
export async function startClient(
  script: string,
  argsOf: (output: readonly string[]) => readonly string[],
): Promise<ClientProcess> {
  const output: string[] = []
  let child = await launch(script, argsOf(output), output)
  return {
    output,
    get child() {
      return child
    },
    async kill() {
      expect([child.exitCode, child.signalCode]).toEqual([null, null])
      const closed = once(child, 'close')
      child.kill('SIGKILL')
      await closed
    },
    async restart() {
      child = await launch(script, argsOf(output), output)
    },
  }
}

/** The lines of a kind, without the kind. */
export const linesOf = (clients: readonly Pick<ClientProcess, 'output'>[], kind: string): string[] =>
  clients
    .flatMap(({ output }) => output.filter((line) => line.startsWith(`${kind} `)))
    .map((line) => line.slice(kind.length + 1))

async function launch(script: string, args: readonly string[], output: string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let rest = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = `${rest}${text}`.split('\n')
    rest = lines.pop() ?? ''
    output.push(...lines)
  })
  await Promise.race([once(child.stdout, 'data'), once(child, 'close')])
  return child
}

/** Runs a script to its end with lines as its input, and parses its output as JSON. */
export function runCheck(script: string, args: readonly string[], lines: readonly string[]) {
  const { stdout, status } = spawnSync(process.execPath, [script, ...args], {
    input: lines.join('\n'),
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'inherit'],
    maxBuffer: 1e9,
  })
  expect(status).toBe(0)
  return JSON.parse(stdout)
}
