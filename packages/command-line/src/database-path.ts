import { userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { UsageError } from './errors.js'

const defaultAgent = 'main'
const agentIds = /^[A-Za-z0-9_-]{1,64}$/

/** What says where a database is. */
export interface DatabaseChoice {
  /** A file, or `:memory:`. */
  readonly db?: string | undefined
  /** Default `main`. */
  readonly agent?: string | undefined
  /** As the environment has it; empty counts as missing. */
  readonly home: string | undefined
}

/** The folder where everything is kept that nobody gave another place. */
export function recalliteFolder(home: string | undefined): string {
  // An empty home would put the memory into whatever folder this runs in.
  return join(home || userInfo().homedir, '.recallite')
}

/**
 * The database file: the one that is named, or the agent's.
 * @throws UsageError
 */
export function databasePath({ db, agent = defaultAgent, home }: DatabaseChoice): string {
  if (db !== undefined) return db === ':memory:' ? db : resolve(db)
  if (!agentIds.test(agent)) {
    throw new UsageError(`--agent ${agent}: an agent id has 1 to 64 letters, digits, hyphens or underscores.`)
  }
  return join(recalliteFolder(home), 'memory', `${agent}.sqlite`)
}
