import { arch, cpus, platform } from 'node:os'
import { join, resolve } from 'node:path'
import { readVersion, UsageError } from '@recallite/command-line'
import { findProject } from '@recallite/core/sources'
import { homeFolder, recalliteFolder, workingFolder } from '@recallite/settings'
import { memoryFile } from '@recallite/store-sqlite/memory-file'
import type { Flags } from './flags.js'
import type { RunHeader } from './run/run.js'

/** The version of this program. */
export const version = readVersion(new URL('../package.json', import.meta.url))

/** The database file: `--db`, or that of this project or the agent, as in `recallite`; throws a UsageError. */
export function databasePath({ db, agent = 'main' }: Pick<Flags, 'db' | 'agent'>): string {
  if (db !== undefined) return db === ':memory:' ? db : resolve(db)
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(agent)) {
    throw new UsageError(`--agent ${agent}: an agent id has 1 to 64 letters, digits, hyphens or underscores.`)
  }
  const home = homeFolder()
  const project = findProject(workingFolder(), { home })
  return memoryFile(join(recalliteFolder(home), 'memory'), { agent, project })
}

/** The versions of this program and of Node, and the machine. */
export function describeEnvironment(): RunHeader['environment'] {
  return {
    version,
    node: process.versions.node,
    platform: `${platform()} ${arch()}`,
    processor: cpus()[0]?.model.trim() ?? '',
  }
}
