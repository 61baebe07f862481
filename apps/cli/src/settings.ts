/*
 * The only reader of the environment. What a run needs of files and variables is settled here.
 */
import { UsageError, type Io } from '@recallite/command-line'
import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import type { Flags } from './flags/flags.js'

const defaultAgent = 'main'
const agentIds = /^[A-Za-z0-9_-]{1,64}$/
const defaultModelFile = 'embeddinggemma-300M-Q8_0.gguf'

function recalliteFolder(): string {
  // An empty HOME would put the memory into whatever folder this runs in.
  return join(process.env['HOME'] || userInfo().homedir, '.recallite')
}

/** The database file: `--db`, or the one of the agent. */
export function databasePath({ db, agent = defaultAgent }: Pick<Flags, 'db' | 'agent'>): string {
  if (db !== undefined) return db === ':memory:' ? db : resolve(db)
  if (!agentIds.test(agent)) {
    throw new UsageError(`--agent ${agent}: an agent id has 1 to 64 letters, digits, hyphens or underscores.`)
  }
  return join(recalliteFolder(), 'memory', `${agent}.sqlite`)
}

/** Where the model is looked for that nobody named. */
export function defaultModelPath(): string | undefined {
  const path = join(recalliteFolder(), 'models', defaultModelFile)
  return existsSync(path) ? path : undefined
}

/** Whether to colour: a terminal, unless NO_COLOR says otherwise; FORCE_COLOR says yes. */
export function hasColour(io: Io): boolean {
  if (process.env['NO_COLOR']) return false
  if (process.env['FORCE_COLOR']) return process.env['FORCE_COLOR'] !== '0'
  return io.isOutputTerminal && process.env['TERM'] !== 'dumb'
}
