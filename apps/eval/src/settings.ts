/*
 * The only reader of the environment.
 */
import { homedir } from 'node:os'
import { databasePath as settleDatabasePath } from '@recallite/command-line'
import { findProject } from '@recallite/core'
import type { Flags } from './flags/flags.js'

/** The database file of a memory: `--db`, or that of the project this runs in, or the agent's, as `recallite` has it. */
export function databasePath({ db, agent }: Pick<Flags, 'db' | 'agent'>): string {
  const home = process.env['HOME']
  const project = findProject(process.cwd(), { home: home || homedir() })
  return settleDatabasePath({ db, agent, home, project })
}
