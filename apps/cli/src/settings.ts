/*
 * The only reader of the environment. What a run needs of files and variables is settled here.
 */
import { databasePath as settleDatabasePath, recalliteFolder, type Io } from '@recallite/command-line'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Flags } from './flags/flags.js'

const defaultModelFile = 'embeddinggemma-300M-Q8_0.gguf'

/** The database file: `--db`, or the one of the agent. */
export function databasePath({ db, agent }: Pick<Flags, 'db' | 'agent'>): string {
  return settleDatabasePath({ db, agent, home: process.env['HOME'] })
}

/** Where the model is looked for that nobody named. */
export function defaultModelPath(): string | undefined {
  const path = join(recalliteFolder(process.env['HOME']), 'models', defaultModelFile)
  return existsSync(path) ? path : undefined
}

/** Whether to colour: a terminal, unless NO_COLOR says otherwise; FORCE_COLOR says yes. */
export function hasColour(io: Io): boolean {
  if (process.env['NO_COLOR']) return false
  if (process.env['FORCE_COLOR']) return process.env['FORCE_COLOR'] !== '0'
  return io.isOutputTerminal && process.env['TERM'] !== 'dumb'
}
