import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { writeWhole } from '@recallite/command-line'
import { parseDocument } from 'yaml'

/**
 * Sets top-level keys of a settings file, YAML or JSON, and leaves the rest of it as it is, comments included. Returns whether
 * the file had to be changed.
 */
export function writeSettings(
  file: string,
  values: readonly (readonly [key: string, value: string])[],
): boolean {
  const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const document = parseDocument(before)
  if (values.every(([key, value]) => document.get(key) === value)) return false
  for (const [key, value] of values) document.set(key, value)
  const isJson = file.endsWith('.json')
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeWhole(file, [isJson ? `${JSON.stringify(document.toJS(), null, 2)}\n` : document.toString()])
  return true
}
