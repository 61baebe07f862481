import { arch, cpus, homedir, platform } from 'node:os'
import { databasePath as resolveDatabasePath, readVersion } from '@recallite/command-line'
import { findProject } from '@recallite/core'
import type { Flags } from './flags/flags.js'
import type { RunEnvironment } from './run/run.js'

/** The version of this program. */
export const version = readVersion(new URL('../package.json', import.meta.url))

/** The database file of a memory, as `recallite` chooses it: `--db`, else that of the current project, else the agent's. */
export function databasePath({ db, agent }: Pick<Flags, 'db' | 'agent'>): string {
  const home = process.env['HOME']
  const project = findProject(process.cwd(), { home: home || homedir() })
  return resolveDatabasePath({ db, agent, home, project })
}

/** The versions of this program and of Node, and the machine. */
export function describeEnvironment(): RunEnvironment {
  return {
    version,
    node: process.versions.node,
    platform: `${platform()} ${arch()}`,
    processor: cpus()[0]?.model.trim() ?? '',
  }
}
