import { once } from 'node:events'
import { runProcess } from '@recallite/test-kit'
import { startProgram } from '../mcp/__fixtures__/served-memory.js'
import { builtCli, type cliWorkspace } from './run-cli.js'

type Workspace = Pick<ReturnType<typeof cliWorkspace>, 'folder' | 'database' | 'env'>

/** Options of starting a watching program. */
export interface WatchStart {
  readonly flags?: readonly string[]
  readonly variables?: Readonly<Record<string, string>>
  /** Wraps the command line of the program; default: unchanged. */
  readonly by?: (commandLine: readonly string[]) => readonly string[]
}

/** `recallite watch` in a workspace, without vectors, until the test ends. */
export function startWatch(
  { folder, database, env }: Workspace,
  { flags = [], variables = {}, by = (commandLine) => commandLine }: WatchStart = {},
) {
  const watch = [process.execPath, builtCli, 'watch', '--provider', 'none', '--db', database, ...flags]
  const [program = '', ...args] = by(watch)
  const variablesOf = { ...(process.env as Record<string, string>), ...env, ...variables }
  const { child, said, ended } = startProgram(args, { cwd: folder, env: variablesOf }, program)
  /** Waits until it has printed this; rejects if it ends first. */
  const until = async (stream: 'stdout' | 'stderr', pattern: RegExp) => {
    while (!pattern.test(said[stream])) {
      const failed = ended.then((status) => {
        throw new Error(`It ended with ${status}: ${said.stderr}`)
      })
      await Promise.race([once(child[stream], 'data'), failed])
    }
  }
  /** Stops it; resolves to its exit status. */
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return ended
  }
  return { said, until, end }
}

/** The paths that another process finds in the database, without reading files. */
export async function foundInDatabase({ folder, database, env }: Workspace, word: string): Promise<string[]> {
  const args = ['search', word, '--provider', 'none', '--threshold', '0', '--db', database, '--json']
  const variables = { ...env, RECALLITE_UPDATE_ON_BOOT: 'false' }
  const { stdout } = await runProcess([builtCli, ...args], { cwd: folder, env: variables })
  const { results } = JSON.parse(stdout) as { readonly results: readonly { readonly path: string }[] }
  return results.map(({ path }) => path)
}
