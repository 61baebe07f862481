import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'

/** The errors of a value by a published schema; empty if it is valid. */
export function schemaErrors(
  name: 'search' | 'index' | 'index-plan' | 'status' | 'spaces' | 'get' | 'why' | 'roots' | 'models' | 'config' | 'doctor' | 'backup' | 'copy' | 'optimise' | 'watch' | 'remember' | 'recall' | 'forget' | 'sessions' | 'import' | 'records' | 'import-from',
  value: unknown,
): string[] {
  const file = new URL(`../../schemas/${name}.schema.json`, import.meta.url)
  const ajv = new Ajv({ allErrors: true, allowUnionTypes: true })
  const validate = ajv.compile(JSON.parse(readFileSync(file, 'utf8')))
  validate(value)
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}
