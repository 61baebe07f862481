import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { placeOf, type DocumentFence } from './document-fences.js'
import { matchesOutput } from './matches-output.js'
import { hasModel, makeHome, type Installation } from './scratch-home.js'

/** A document whose fences run in one shell, as a reader would run them. */
export interface Page {
  readonly fences: readonly DocumentFence[]
  /** The folder where a reader starts, in the home folder. */
  readonly start: string
  /** The port that replaces the default one of `recallite serve`. */
  readonly port: number
}

const mark = '\u{1e}'

/** In milliseconds: far more than any page needs, even on a busy machine. */
const timeout = 300_000

/** Whether a fence is skipped, because it needs a model that this machine does not have. */
export const lacksModel = ({ code }: DocumentFence): boolean =>
  !hasModel && /all-MiniLM|recallite setup/u.test(code)

/** Runs the commands of a page in a new home. Returns errors as `path:line: message`. */
export async function runPage({ fences, start, port }: Page, { bin }: Installation): Promise<string[]> {
  const steps = fences.filter(
    ({ role, file }) => role === 'shell' || (file !== undefined && role !== 'unrun'),
  )
  const runnable = steps.filter((fence) => !lacksModel(fence))
  if (!runnable.some(({ role }) => role === 'shell')) return []
  const { exitCode, stdout, stderr } = await runScript(scriptOf(runnable), { start, port, bin })
  const printed = stdout.split(mark).slice(1)
  const failed = runnable[printed.length - 1]
  if (exitCode !== 0 && failed)
    return [`${placeOf(failed)}: exit status ${exitCode}: ${stderr.trim()}\n${printed.at(-1)}`]
  const outputs = new Map(runnable.map((fence, index) => [fence, printed[index] ?? '']))
  return outputFaults(fences, outputs)
}

async function runScript(
  script: string,
  { start, port, bin }: Pick<Page, 'start' | 'port'> & Pick<Installation, 'bin'>,
) {
  const home = makeHome()
  const path = [bin, dirname(process.execPath), process.env['PATH']].join(delimiter)
  const env = { PATH: path, HOME: home, NO_COLOR: '1', PAGE_PORT: String(port) }
  try {
    return await runShell(script, { cwd: join(home, start), env })
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Compares the page with the output of the commands before it. */
function outputFaults(
  fences: readonly DocumentFence[],
  outputs: ReadonlyMap<DocumentFence, string>,
): string[] {
  return fences.flatMap((fence, index) => {
    if (fence.role !== 'output') return []
    const before = fences.slice(0, index).findLast(({ role }) => role === 'shell' || role === 'unrun')
    if (!before) return [`${placeOf(fence)}: there are no commands before this output`]
    const printed = outputs.get(before)
    if (printed === undefined || matchesOutput(fence.code, printed)) return []
    return [`${placeOf(fence)}: the commands before it print something else:\n${printed}`]
  })
}

function scriptOf(fences: readonly DocumentFence[]): string {
  return ['set -e', ...fences.flatMap((fence) => [`printf '${mark}'`, commandsOf(fence)]), ''].join('\n')
}

/** The commands of a fence, or the commands that write it into its file. */
function commandsOf({ file, code }: DocumentFence): string {
  if (file === undefined) return code
  return `mkdir -p "$(dirname ${file})"\ncat > ${file} <<'END-OF-FILE'\n${code}\nEND-OF-FILE`
}

/** Runs a script in a separate process group, and ends the processes that it leaves running. */
function runShell(script: string, options: { cwd: string; env: NodeJS.ProcessEnv }) {
  const shell = spawn('bash', ['-c', script], {
    ...options,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const texts = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    shell[name].setEncoding('utf8').on('data', (text) => (texts[name] += text))
  const timer = setTimeout(endGroup, timeout)
  function endGroup() {
    clearTimeout(timer)
    try {
      process.kill(-(shell.pid ?? Number.NaN), 'SIGKILL')
    } catch {
      // All processes have ended.
    }
  }
  return new Promise<{ exitCode: number; stdout: string; stderr: string }>((resolve, reject) => {
    shell.on('error', reject)
    // Processes left by the script, such as a server, keep the streams open.
    shell.on('exit', endGroup)
    shell.on('close', (code) => resolve({ exitCode: code ?? 1, ...texts }))
  })
}
