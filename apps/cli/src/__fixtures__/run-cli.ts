import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runProcess, temporaryFolder, type ProcessResult } from '@recallite/test-kit'
import { runHere } from './run-here.js'

/** The built program; the test command builds first. */
export const builtCli = join(import.meta.dirname, '../../dist/bin.js')

/** A folder of notes, a database next to it, and the program to run on them. */
export function cliWorkspace(files: Readonly<Record<string, string | Uint8Array>>) {
  const folder = temporaryFolder()
  const notes = join(folder, 'notes')
  const database = join(folder, 'index.sqlite')
  const write = (path: string, content: string | Uint8Array) => {
    mkdirSync(dirname(join(notes, path)), { recursive: true })
    writeFileSync(join(notes, path), content)
  }
  for (const [path, content] of Object.entries(files)) write(path, content)
  const env = { HOME: folder, NO_COLOR: '', FORCE_COLOR: '' }
  const run = (...args: string[]): Promise<ProcessResult> => runHere([...args, '--db', database], { cwd: folder, env })
  /** Like `run`, but as a separate process. */
  const spawned = (...args: string[]): Promise<ProcessResult> =>
    runProcess([builtCli, ...args, '--db', database], { cwd: folder, env })
  const jsonOf = (program: typeof run) => async (...args: string[]): Promise<unknown> => JSON.parse((await program(...args, '--json')).stdout)
  return { folder, notes, database, write, run, spawned, runJson: jsonOf(run), spawnedJson: jsonOf(spawned), env, isBuilt: existsSync(builtCli) }
}

/** A workspace with notes indexed for keyword search. */
export async function indexedWorkspace(files: Readonly<Record<string, string | Uint8Array>>) {
  const workspace = cliWorkspace(files)
  const { exitCode, stderr } = await workspace.run('index', workspace.notes, '--provider', 'none')
  if (exitCode !== 0) throw new Error(stderr)
  return workspace
}
