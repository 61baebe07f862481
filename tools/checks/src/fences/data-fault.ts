import { Ajv } from 'ajv'
import { parseDocument } from 'yaml'
import { textOf } from '../repository.js'
import type { DocumentFence } from './document-fences.js'

/** Settings files, which have a schema. */
const settingsFile = /(?:^|\/)(?:\.recallite|\.recallite\/config)\.(?:ya?ml|json)$/u

/** The error in JSON, YAML or JSON lines of a document, by syntax or by the schema of settings; undefined if there is none. */
export function dataFault(fence: DocumentFence): string | undefined {
  try {
    const value = readValue(fence)
    return settingsFile.test(fence.file ?? '') ? settingsFault(value) : undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function readValue({ language, code }: DocumentFence): unknown {
  if (language === 'jsonl') return code.split('\n').map((line) => JSON.parse(line))
  if (language === 'json') return JSON.parse(code)
  const document = parseDocument(code)
  const [error] = document.errors
  if (error) throw error
  return document.toJS()
}

function settingsFault(value: unknown): string | undefined {
  const ajv = new Ajv({ allowUnionTypes: true })
  const isValid = ajv.validate(JSON.parse(textOf('apps/cli/schemas/settings.schema.json')), value)
  return isValid ? undefined : ajv.errorsText()
}
