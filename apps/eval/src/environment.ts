import { readVersion } from '@recallite/command-line'
import { arch, cpus, platform } from 'node:os'
import type { RunEnvironment } from './run/run.js'

/** The version of this program. */
export const version = readVersion(new URL('../package.json', import.meta.url))

/** On what this program runs. */
export function describeEnvironment(): RunEnvironment {
  return {
    version,
    node: process.versions.node,
    platform: `${platform()} ${arch()}`,
    processor: cpus()[0]?.model.trim() ?? '',
  }
}
