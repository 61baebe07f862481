import { runProcess, type PostgresServer } from '@recallite/test-kit'
import { builtCli, cliWorkspace } from './run-cli.js'

let schemas = 0

/** Folders from the test command in which Node finds packages. */
const apart = { NODE_PATH: '' }

interface ServerChoice {
  /** Without one, the address belongs to a missing server. */
  readonly postgres: PostgresServer | undefined
  readonly program?: string | undefined
}

/** The built program, since Node loads the driver as a separate package. Each workspace has a separate schema. */
export function serverWorkspace(
  files: Readonly<Record<string, string>>,
  { postgres, program = builtCli }: ServerChoice,
) {
  const { folder, env: ofFolder, database, notes: noteFolder, spawned, write } = cliWorkspace(files)
  schemas += 1
  const location = `postgres://me@${postgres?.host ?? 'db.example.org'}/postgres`
  const schema = `of_${schemas}`
  const server = `${location}?schema=${schema}`
  const env = { ...ofFolder, ...apart, PGPASSWORD: postgres?.password ?? '' }
  const withVariables = (more: Record<string, string>, ...args: string[]) =>
    runProcess([program, ...args], { cwd: folder, env: { ...env, ...more } })
  const given = (...args: string[]) => withVariables({}, ...args)
  const onServer = (command: string, ...args: string[]) => given(command, ...args, '--store', server)
  return {
    folder,
    noteFolder,
    database,
    env,
    location,
    schema,
    server,
    given,
    withVariables,
    onServer,
    onFile: spawned,
    write,
  }
}
