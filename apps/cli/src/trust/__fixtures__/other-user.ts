import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'

const nobody = 65_534
const asNobody = ['--reuid', `${nobody}`, '--regid', `${nobody}`, '--clear-groups']

/** Whether this process may work as another user. */
export const canBeOthers =
  process.getuid?.() === 0 && spawnSync('setpriv', [...asNobody, 'true']).status === 0

/** Runs JavaScript as the user `nobody`; returns what it prints. */
export function runAsNobody(code: string): string {
  const command = [...asNobody, process.execPath, '-e', code]
  return execFileSync('setpriv', command, { cwd: '/', encoding: 'utf8' }).trim()
}

/** Starts JavaScript as the user `nobody`, which is killed when the test ends. */
export function startAsNobody(code: string, ...args: readonly string[]) {
  const child = spawn('setpriv', [...asNobody, process.execPath, '-e', code, ...args], { cwd: '/' })
  child.stderr.pipe(process.stderr)
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** Looks for what it may read, write or enter; a path once found stays known also if it is gone a moment later. */
const lookForever = `
const { accessSync, constants, readdirSync } = require('node:fs')
const [top, ...known] = process.argv.slice(1)
const found = new Set()
const may = (path, mode) => { try { accessSync(path, mode); return true } catch { return false } }
let names = 0
const look = (folder) => {
  let entries = []
  try { entries = readdirSync(folder, { withFileTypes: true }) } catch {}
  for (const entry of entries) {
    const path = folder + '/' + entry.name
    if (known.includes(path) || path.endsWith('.md')) { if (entry.isDirectory()) look(path); continue }
    names += 1
    const rights = entry.isDirectory() ? ['R_OK', 'W_OK', 'X_OK'] : ['R_OK', 'W_OK']
    for (const right of rights) if (!entry.isSymbolicLink() && may(path, constants[right])) found.add(right[0] + ' ' + path.slice(top.length + 1))
    if (entry.isDirectory()) look(path)
  }
}
setInterval(() => look(top), 3)
process.stdin.on('data', () => {
  names = 0
  look(top)
  console.log(JSON.stringify({ names, found: [...found] }))
  found.clear()
}).on('end', () => process.exit())
`

/** What another user of the machine has found below a folder since the last time: rights and paths, and how many names there are. */
export interface Findings {
  readonly names: number
  readonly found: readonly string[]
}

/**
 * A process of the user `nobody` that looks into a folder all the time.
 * @param known paths that everybody may enter, which the test has made
 */
export function startNosyUser(top: string, known: readonly string[]) {
  const child = startAsNobody(lookForever, top, ...known)
  const lines = createInterface(child.stdout)
  return async (): Promise<Findings> => {
    const answered = once(lines, 'line')
    child.stdin.write('look\n')
    const [line] = await answered
    return JSON.parse(String(line)) as Findings
  }
}

/** The command line that runs a program while new files are open to everybody unless the program says otherwise. */
export const withOpenUmask = (command: readonly string[]): [program: string, args: string[]] => [
  'sh',
  ['-c', 'umask 000; exec "$@"', 'sh', ...command],
]
