/*
 * Named imports of what Node 18 does not have (`crc32`, `hash`) would end the process before this is asked: this package imports
 * `zlib` and `crypto` as a whole.
 */

/** The oldest Node that better-sqlite3 runs on; an older one crashes as it loads the driver. `engines` says the same. */
export const oldestNode = '22.14.0'

/**
 * What to tell people whose Node is older than `oldestNode`; undefined where it is not.
 * @param name who needs it
 * @param version of Node
 */
export function describeOldNode(name: string, version: string = process.versions.node): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = oldestNode.split('.').map(Number)
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return undefined
  return `${name} needs Node ${oldestMajor}.${oldestMinor} or later; this is Node ${version}. Install a newer one from https://nodejs.org.`
}
