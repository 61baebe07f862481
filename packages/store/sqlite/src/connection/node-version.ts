/*
 * Node 18 lacks `crc32` and `hash`. A named import of them would end the process before this check, so this package
 * imports `zlib` and `crypto` as a whole.
 */

/** The oldest Node that can load better-sqlite3; older ones crash. `engines` says the same. */
export const oldestNode = '22.14.0'

/**
 * The message for a Node older than `oldestNode`; undefined for others.
 * @param name of the program that needs it
 */
export function describeOldNode(name: string, version: string = process.versions.node): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = oldestNode.split('.').map(Number)
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return undefined
  return `${name} needs Node ${oldestMajor}.${oldestMinor} or later; this is Node ${version}. Install a newer one from https://nodejs.org.`
}
