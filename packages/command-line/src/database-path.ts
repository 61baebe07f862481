import { createHash } from 'node:crypto'
import { userInfo } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { UsageError } from './errors.js'
import { assertPathLength } from './write-whole.js'

/** What says where a database is. */
export interface DatabaseChoice {
  /** A file, or `:memory:`. */
  readonly db?: string | undefined
  /** Default `main`. */
  readonly agent?: string | undefined
  /** As the environment has it; empty counts as missing. */
  readonly home: string | undefined
  /** The real path of the project whose memory it is; without one it is the user's own memory. */
  readonly project?: string | undefined
}

/** The folder where everything is kept that nobody gave another place. */
export function recalliteFolder(home: string | undefined): string {
  // An empty home would put the memory into whatever folder this runs in.
  return join(home || userInfo().homedir, '.recallite')
}

const defaultAgent = 'main'
const agentIds = /^[A-Za-z0-9_-]{1,64}$/

/**
 * The database file: the one that is named; or the agent's, `memory/<agent>.sqlite` for the user's own memory and
 * `memory/projects/<name>-<hash of its path>/<agent>.sqlite` for that of a project, both in `~/.recallite`.
 * @throws UsageError
 */
export function databasePath({ db, agent = defaultAgent, home, project }: DatabaseChoice): string {
  if (db === ':memory:') return db
  if (db !== undefined) return ofPossibleLength(resolve(db))
  if (!agentIds.test(agent)) {
    throw new UsageError(`--agent ${agent}: an agent id has 1 to 64 letters, digits, hyphens or underscores.`)
  }
  const memories = join(recalliteFolder(home), 'memory')
  const folder = project === undefined ? memories : join(memories, 'projects', folderNameOf(project))
  return ofPossibleLength(join(folder, `${agent}.sqlite`))
}

/** Files that belong to a database have its name with an ending; this is the longest. */
const longestEnding = '.last-search.json'

function ofPossibleLength(path: string): string {
  assertPathLength(path, longestEnding)
  return path
}

const longestName = 40
const hashLength = 12

/** The name is for people who look into the folder; the hash keeps projects of one name apart. */
function folderNameOf(project: string): string {
  const name = basename(project)
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .slice(0, longestName)
  const hash = createHash('sha256').update(project).digest('hex').slice(0, hashLength)
  return `${name}-${hash}`
}
