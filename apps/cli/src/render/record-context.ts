import { extractContext, type JsonObject, type JsonValue, type Spatial } from '@recallite/records'

/** What a context says of task, robot, parameters and position, for people, in one line; empty if it says nothing of them. */
export function describeContext(context: JsonObject): string {
  const { task, robot, params, spatial } = extractContext(context)
  const parts = [
    describeTask(task),
    describeNamed('robot', robot),
    ...Object.entries(params ?? {}).map(([name, value]) => `${name} ${describeParameter(value)}`),
    describePosition(spatial),
  ]
  return parts.filter((part) => part !== '').join(' · ')
}

function describeTask(task: string | JsonObject | null): string {
  const named = describeNamed('task', task)
  const success = typeof task === 'object' ? task?.['success'] : undefined
  if (typeof success !== 'boolean') return named
  return `${named === '' ? 'task' : named} ${success ? 'succeeded' : 'failed'}`
}

function describeNamed(label: string, given: string | JsonObject | null): string {
  const name = typeof given === 'object' ? (given?.['name'] ?? given?.['id']) : given
  return typeof name === 'string' ? `${label} ${name}` : ''
}

/** A value, or an object with a value and its unit. */
function describeParameter(given: JsonValue): string {
  if (typeof given !== 'object' || given === null || !('value' in given)) return sayValue(given)
  const { value, unit } = given
  return typeof unit === 'string' ? `${sayValue(value ?? null)} ${unit}` : sayValue(value ?? null)
}

function sayValue(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function describePosition(spatial: Spatial | null): string {
  if (!spatial?.position) return ''
  const at = `at ${spatial.position.join(', ')}`
  return spatial.frame === null ? at : `${at} in ${spatial.frame}`
}
