import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { writeWhole } from '@recallite/command-line'
import { type Document, parseDocument } from 'yaml'

/**
 * Edits a settings file, YAML or JSON, which is made if it is not there; the rest of it stays as it is, comments included.
 * @param edit changes the document, and returns whether it did
 */
export function editSettings(file: string, edit: (document: Document) => boolean): boolean {
  const document = parseDocument(existsSync(file) ? readFileSync(file, 'utf8') : '')
  if (!edit(document)) return false
  const isJson = file.endsWith('.json')
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeWhole(file, [isJson ? `${JSON.stringify(document.toJS(), null, 2)}\n` : document.toString()])
  return true
}
