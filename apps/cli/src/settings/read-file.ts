import { readFileSync, statSync } from 'node:fs'
import { SettingsError } from './errors.js'
import { malformed } from './malformed.js'
import { parseJson } from './parse-json.js'
import { isMapping, type TreeNode } from './tree.js'

const largest = 1_000_000

function refuse(path: string, fault: string, cause?: unknown): never {
  throw new SettingsError('SETTINGS_UNREADABLE', `The settings file ${path} ${fault}.`, { cause })
}

function faultOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return 'is not there'
  if (code === 'EACCES' || code === 'EPERM') return 'may not be read by you; change its permissions'
  if (code === 'ENAMETOOLONG')
    return 'has a name or a path that is too long for this system; name a shorter one'
  return `cannot be read (${code})`
}

function readBytes(path: string): Uint8Array {
  try {
    const stat = statSync(path)
    // A pipe would be waited for, perhaps for ever.
    if (!stat.isFile()) refuse(path, 'is not a file')
    if (stat.size > largest) refuse(path, 'is larger than 1 MB')
    return readFileSync(path)
  } catch (error) {
    if (SettingsError.isInstance(error)) throw error
    return refuse(path, faultOf(error), error)
  }
}

/** @throws SettingsError `SETTINGS_UNREADABLE`; a byte order mark is passed over */
function readText(path: string): string {
  const bytes = readBytes(path)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    return refuse(path, 'is not UTF-8 text; save it as UTF-8', error)
  }
}

/** YAML is a large library, which a run without such a file should not wait for. */
async function parse(text: string, path: string): Promise<TreeNode> {
  if (path.toLowerCase().endsWith('.json')) return parseJson(text, path)
  const { parseYaml } = await import('./parse-yaml.js')
  return parseYaml(text, path)
}

/**
 * The top mapping of a settings file, JSON by its name or else YAML; empty where the file is.
 * @throws SettingsError
 */
export async function readSettingsFile(path: string): Promise<ReadonlyMap<string, TreeNode>> {
  const { value } = await parse(readText(path), path)
  if (value === null) return new Map()
  if (isMapping(value)) return value
  return malformed(path, 1, 'is not a mapping; settings are written as in "query: { maxResults: 10 }"')
}
