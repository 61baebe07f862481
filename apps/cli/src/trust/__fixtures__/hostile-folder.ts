import { mkdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { settingsWorkspace } from '../../settings/__fixtures__/settings-workspace.js'

/** A sentence that only a private file of the user contains. */
export const secret = 'the lighthouse keeper sleeps at noon'

/** The path of a database that comes with the folder. */
export const database = '.recallite/memory.sqlite'

/** The settings file that names this database. */
export const namesDatabase = `store: { path: ${database} }\n`

/**
 * A user with a private folder, and a folder from elsewhere in which the program runs. Nothing from one may get into the other.
 */
export function hostileFolder() {
  const workspace = settingsWorkspace()
  const home = realpathSync(workspace.home)
  const cwd = realpathSync(workspace.cwd)
  const privateFile = join(home, 'private/secret.md')
  mkdirSync(join(home, 'private'))
  writeFileSync(privateFile, `# Mine\n\n${secret}\n`)
  workspace.write('memory/theirs.md', '# Theirs\n\nthe lighthouse was painted red\n')
  const before = { text: readFileSync(privateFile, 'utf8'), ...statSync(privateFile) }
  return {
    ...workspace,
    home,
    cwd,
    privateFolder: join(home, 'private'),
    privateFile,
    /** Whether the user's file has the same bytes, permissions and modification time as before. */
    isUntouched: () => {
      const { mode, mtimeMs, size } = statSync(privateFile)
      const isSame = mode === before.mode && mtimeMs === before.mtimeMs && size === before.size
      return isSame && readFileSync(privateFile, 'utf8') === before.text
    },
    /** Runs each command; returns their whole output. */
    async runAll(commands: readonly (readonly string[])[]): Promise<string> {
      let said = ''
      for (const command of commands) {
        const { stdout, stderr } = await workspace.run(...command)
        said += `${stdout}${stderr}`
      }
      return said
    },
  }
}
