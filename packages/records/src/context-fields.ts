import { isPlainObject } from './check-fields.js'
import type { JsonObject, JsonValue } from './record.js'

/** The parts of a context that have a meaning of their own; null where the context has none, or a malformed one. */
export interface ContextFields {
  /** Parameters by name, each a value or an object such as `{"value": 12.5, "unit": "N"}`. */
  readonly params: JsonObject | null
  readonly spatial: Spatial | null
  /** The robot: its name, or an object. */
  readonly robot: string | JsonObject | null
  /** The task: its name, or an object such as `{"name": "push", "success": true}`. */
  readonly task: string | JsonObject | null
  /** The names of parts that are there and malformed, in the order above. */
  readonly malformed: readonly ContextPart[]
}

/** The name of a part of a context. */
export type ContextPart = 'params' | 'spatial' | 'robot' | 'task'

/** Where something was. */
export interface Spatial {
  /** The coordinates x, y and, if there are three, z; null where `spatial.position` is missing. */
  readonly position: readonly number[] | null
  /** The name of the coordinate system; null if none is named. */
  readonly frame: string | null
  /** All that the part has, the position and the frame included. */
  readonly fields: JsonObject
}

/**
 * Extracts params, spatial, robot and task out of a context. It never throws: what is not as it should be is absent, and
 * its name is in `malformed`.
 */
export function extractContext(context: JsonObject): ContextFields {
  const given = isPlainObject(context) ? context : {}
  const params = ownValue(given, 'params')
  const read: Omit<ContextFields, 'malformed'> = {
    params: isPlainObject(params) ? params : null,
    spatial: readSpatial(ownValue(given, 'spatial')),
    robot: readNamed(ownValue(given, 'robot')),
    task: readNamed(ownValue(given, 'task')),
  }
  const parts: readonly ContextPart[] = ['params', 'spatial', 'robot', 'task']
  const malformed = parts.filter((part) => (ownValue(given, part) ?? null) !== null && read[part] === null)
  return { ...read, malformed }
}

/**
 * Reads the coordinates of a point: `[x, y]` or `[x, y, z]`, or an object with x, y and perhaps z; all finite numbers.
 * Undefined for everything else.
 */
export function readPosition(value: unknown): readonly number[] | undefined {
  const numbers = Array.isArray(value) ? value : coordinatesOf(value)
  const isPoint =
    (numbers.length === 2 || numbers.length === 3) && numbers.every((part) => Number.isFinite(part))
  return isPoint ? [...numbers] : undefined
}

/** The value at a path of keys separated by dots, such as `spatial.object_position`; undefined if there is none. */
export function valueAt(context: JsonObject, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = context
  for (const key of path.split('.')) {
    if (!isPlainObject(value)) return undefined
    value = ownValue(value, key)
  }
  return value
}

function ownValue(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

/** Malformed is a part that is no object, and one whose position or frame is malformed. */
function readSpatial(value: JsonValue | undefined): Spatial | null {
  if (!isPlainObject(value)) return null
  const [given, named] = [ownValue(value, 'position') ?? null, ownValue(value, 'frame') ?? null]
  const position = given === null ? null : readPosition(given)
  const frame = named === null || typeof named === 'string' ? named : undefined
  return position === undefined || frame === undefined ? null : { position, frame, fields: value }
}

function readNamed(value: JsonValue | undefined): string | JsonObject | null {
  return (typeof value === 'string' && value.trim() !== '') || isPlainObject(value) ? value : null
}

function coordinatesOf(value: unknown): unknown[] {
  if (!isPlainObject(value)) return []
  const [x, y, z] = ['x', 'y', 'z'].map((key) => ownValue(value, key))
  return z === undefined ? [x, y] : [x, y, z]
}
