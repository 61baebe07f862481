/*
 * The only reader of the environment.
 */
import { arch, cpus, homedir, platform } from 'node:os'
import { databasePath as settleDatabasePath, readVersion } from '@recallite/command-line'
import { findProject } from '@recallite/core'
import type { Flags } from './flags/flags.js'
import type { RunEnvironment } from './run/run.js'

/** The version of this program. */
export const version = readVersion(new URL('../package.json', import.meta.url))

/** The database file of a memory: `--db`, or that of the project this runs in, or the agent's, as `recallite` has it. */
export function databasePath({ db, agent }: Pick<Flags, 'db' | 'agent'>): string {
  const home = process.env['HOME']
  const project = findProject(process.cwd(), { home: home || homedir() })
  return settleDatabasePath({ db, agent, home, project })
}

/** On what this program runs. */
export function describeEnvironment(): RunEnvironment {
  return {
    version,
    node: process.versions.node,
    platform: `${platform()} ${arch()}`,
    processor: cpus()[0]?.model.trim() ?? '',
  }
}
