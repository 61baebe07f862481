import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, globSync, lstatSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { repositoryRoot } from '@recallite/test-kit'
import { afterAll, onTestFinished } from 'vitest'
import { builtCli } from './run-cli.js'

const isRoot = process.getuid?.() === 0
const unprivileged = isRoot ? { uid: 65_534, gid: 65_534 } : {}

/** Whether this process can run programs as another user. */
export const canBeOthers = isRoot && spawnSync('true', unprivileged).status === 0

/**
 * Runs programs as a user to whom permissions apply: another user if this is root, else this user. The other user may be unable to
 * enter the clone, so root runs copies. Call it once in a file or in a `describe`.
 */
export function otherUser() {
  const copies = createCopies()
  const node = () => (isRoot ? copies.node() : process.execPath)
  return {
    /** Runs the built program to its end. */
    run(
      { cwd, home, env = {} }: { cwd: string; home: string; env?: Record<string, string> },
      args: readonly string[],
    ) {
      const variables = { PATH: process.env['PATH'], HOME: home, ...env }
      const options = { ...unprivileged, cwd, env: variables, encoding: 'utf8' } as const
      const command = [isRoot ? copies.program() : builtCli, ...args]
      const { stdout, stderr, status } = spawnSync(node(), command, options)
      return { stdout, stderr, status }
    },
    /** Runs JavaScript and returns what it prints. */
    evaluate(code: string): string {
      return execFileSync(node(), ['-e', code], { ...unprivileged, cwd: '/', encoding: 'utf8' }).trim()
    },
    /** Starts JavaScript, and kills it when the test ends. */
    start(code: string, ...args: readonly string[]) {
      const child = spawn(node(), ['-e', code, ...args], { ...unprivileged, cwd: '/' })
      child.stderr.pipe(process.stderr)
      onTestFinished(() => void child.kill('SIGKILL'))
      return child
    },
  }
}

/** Copies of Node and the built program in a folder that every user may enter, made at their first use. */
function createCopies() {
  let folder = ''
  let [node, program] = ['', '']
  const open = () => {
    folder ||= realpathSync(mkdtempSync(join(tmpdir(), 'recallite-other-user-')))
    return folder
  }
  const share = () => execFileSync('chmod', ['-R', 'a+rX', folder])
  afterAll(() => folder === '' || rmSync(folder, { recursive: true, force: true }), 60_000)
  return {
    node(): string {
      if (node !== '') return node
      node = join(open(), 'node')
      cpSync(process.execPath, node)
      share()
      return node
    },
    program(): string {
      if (program !== '') return program
      program = copyProgram(open())
      share()
      return program
    },
  }
}

/** Copies the built program and the packages that it loads; returns the path of the copy. */
function copyProgram(folder: string): string {
  const root = realpathSync(repositoryRoot)
  const app = realpathSync(join(builtCli, '../..'))
  const copyOf = (path: string) => join(folder, relative(root, path))
  const copied = new Set<string>()
  const copy = (path: string) => {
    copied.add(path)
    cpSync(path, copyOf(path), { recursive: true, verbatimSymlinks: true, filter: isLoaded })
  }
  // pnpm keeps a package in a folder with links to the packages that it imports.
  const copyPackage = (link: string): void => {
    const modules = realpathSync(link).replace(/^(.*\/node_modules)\/.*$/u, '$1')
    if (copied.has(modules)) return
    copy(modules)
    for (const name of globSync(['*', '@*/*'], { cwd: modules })) copyPackage(join(modules, name))
  }
  const manifest = readFileSync(join(app, 'package.json'), 'utf8')
  const { dependencies } = JSON.parse(manifest) as { dependencies: Record<string, string> }
  for (const name of Object.keys(dependencies).filter((each) => each !== servingLibrary)) {
    copy(join(app, 'node_modules', name))
    copyPackage(join(app, 'node_modules', name))
  }
  for (const name of ['package.json', 'dist']) copy(join(app, name))
  return copyOf(join(app, 'dist/bin.js'))
}

/** Not copied: it and its dependencies have most files, and only programs that serve agents load it. */
const servingLibrary = '@modelcontextprotocol/sdk'

/** Whether a path is a folder, a link or a file that a program can load, and not native sources or types. */
function isLoaded(path: string): boolean {
  return !lstatSync(path).isFile() || /\.(?:[cm]?js|json|node|so|dylib)$/u.test(path)
}

/** Looks for paths that it may read, write or enter; reports a path even if it disappears at once. */
const lookForever = `
const { accessSync, constants, readdirSync } = require('node:fs')
const [top, ...openFolders] = process.argv.slice(1)
const found = new Set()
const may = (path, mode) => { try { accessSync(path, mode); return true } catch { return false } }
let names = 0
const look = (folder) => {
  let entries = []
  try { entries = readdirSync(folder, { withFileTypes: true }) } catch {}
  for (const entry of entries) {
    const path = folder + '/' + entry.name
    if (openFolders.includes(path) || path.endsWith('.md')) { if (entry.isDirectory()) look(path); continue }
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

/** The paths in a folder that another user can access, found since the last call, with the permissions and the number of names. */
export interface Findings {
  readonly names: number
  readonly found: readonly string[]
}

/**
 * A process of the other user that continuously scans a folder.
 * @param openFolders paths of the test that every user may enter
 */
export function startNosyUser({ start }: ReturnType<typeof otherUser>, top: string, openFolders: readonly string[]) {
  const child = start(lookForever, top, ...openFolders)
  const lines = createInterface(child.stdout)
  return async (): Promise<Findings> => {
    const answered = once(lines, 'line')
    child.stdin.write('look\n')
    const [line] = await answered
    return JSON.parse(String(line)) as Findings
  }
}

/** The command line that runs a program with a umask under which new files are open to every user. */
export const withOpenUmask = (command: readonly string[]): [program: string, args: string[]] => [
  'sh',
  ['-c', 'umask 000; exec "$@"', 'sh', ...command],
]
