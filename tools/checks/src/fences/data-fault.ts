import { Ajv } from 'ajv'
import { parseDocument } from 'yaml'
import { has, textOf } from '../repository.js'
import type { DocumentFence } from './document-fences.js'

/** Files that have a schema by their name. */
const settingsFile = /(?:^|\/)(?:\.recallite|\.recallite\/config)\.(?:ya?ml|json)$/u

/** What is wrong with JSON, YAML or JSON lines of a document: their syntax, or what their schema says; undefined if nothing is. */
export function dataFault(fence: DocumentFence): string | undefined {
  const named = fence.schema ?? (settingsFile.test(fence.file ?? '') ? 'settings' : undefined)
  try {
    const values = readValues(fence)
    return named === undefined ? undefined : schemaFault(named, values)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function readValues({ language, code }: DocumentFence): unknown[] {
  if (language === 'jsonl') return code.split('\n').map((line) => JSON.parse(line))
  if (language === 'json') return [JSON.parse(code)]
  const document = parseDocument(code)
  const [error] = document.errors
  if (error) throw error
  return [document.toJS()]
}

function schemaFault(name: string, values: readonly unknown[]): string | undefined {
  const path = `apps/cli/schemas/${name}.schema.json`
  if (!has(path)) return `there is no ${path}`
  const ajv = new Ajv({ allowUnionTypes: true })
  const validate = ajv.compile(JSON.parse(textOf(path)))
  const isValid = values.every((value) => validate(value))
  return isValid ? undefined : ajv.errorsText(validate.errors)
}
