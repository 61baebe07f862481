/*
 * The only reader of the environment.
 */
import { databasePath as settleDatabasePath } from '@recallite/command-line'
import type { Flags } from './flags/flags.js'

/** The database file of a memory: `--db`, or the one of the agent, as `recallite` has it. */
export function databasePath({ db, agent }: Pick<Flags, 'db' | 'agent'>): string {
  return settleDatabasePath({ db, agent, home: process.env['HOME'] })
}
