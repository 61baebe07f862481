import { isPlainObject } from './check-fields.js'
import { RecordError } from './errors.js'
import type { JsonObject, JsonValue } from './record.js'

/** The parts of a context with a defined meaning; null if missing or malformed. */
export interface ContextFields {
  /** Parameters by name, each a value or an object such as `{"value": 12.5, "unit": "N"}`. */
  readonly params: JsonObject | null
  readonly spatial: Spatial | null
  /** A name or an object. */
  readonly robot: string | JsonObject | null
  /** A name, or an object such as `{"name": "push", "success": true}`. */
  readonly task: string | JsonObject | null
}

/** A location. */
export interface Spatial {
  /** The coordinates x, y and optionally z. */
  readonly position: readonly number[] | null
  /** The name of the coordinate system. */
  readonly frame: string | null
}

/** Extracts params, spatial, robot and task from a context. Never throws. */
export function extractContext(context: JsonObject): ContextFields {
  const params = valueAt(context, 'params')
  return {
    params: isPlainObject(params) ? params : null,
    spatial: readSpatial(context),
    robot: readNamed(valueAt(context, 'robot')),
    task: readNamed(valueAt(context, 'task')),
  }
}

/** A point to measure distances from. */
export interface SpatialTarget {
  /** The coordinates x, y and optionally z. */
  readonly position: readonly number[]
  /** The name of the coordinate system; records in another one have no distance. Default: any. */
  readonly frame?: string | undefined
  /** The path of the position in the context; default `spatial.position`. */
  readonly field?: string | undefined
}

/**
 * The Euclidean distance between a target and the position in a record's context, in the unit of the coordinates. Undefined if the
 * position is missing, malformed, in another frame, or has a different number of coordinates.
 * @throws RecordError `RECORD_INVALID_OPTION` if the target's position is not two or three finite numbers
 */
export function distanceTo(target: SpatialTarget, context: JsonObject): number | undefined {
  const from = readPosition(target.position)
  if (!from) {
    const message = 'The position is not a point. Use two or three finite numbers: x, y and optionally z.'
    throw new RecordError('RECORD_INVALID_OPTION', message)
  }
  const to = readPosition(valueAt(context, target.field ?? 'spatial.position'))
  const frame = valueAt(context, 'spatial.frame') ?? target.frame
  const isInFrame = target.frame === undefined || frame === target.frame
  if (!to || to.length !== from.length || !isInFrame) return undefined
  const distance = Math.hypot(...from.map((coordinate, axis) => coordinate - (to[axis] ?? 0)))
  // The distance may overflow.
  return Number.isFinite(distance) ? distance : undefined
}

/** Parses a point: `[x, y]`, `[x, y, z]`, or an object with x, y and optionally z; undefined if it is malformed. */
function readPosition(value: unknown): readonly number[] | undefined {
  const numbers = Array.isArray(value) ? value : coordinatesOf(value)
  const isPoint =
    (numbers.length === 2 || numbers.length === 3) && numbers.every((part) => Number.isFinite(part))
  return isPoint ? [...numbers] : undefined
}

/** The value at a dot path such as `spatial.object_position`. */
function valueAt(context: JsonObject, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = context
  for (const key of path.split('.')) {
    if (!isPlainObject(value) || !Object.hasOwn(value, key)) return undefined
    value = value[key]
  }
  return value
}

/** Null if the position or the frame is malformed. */
function readSpatial(context: JsonObject): Spatial | null {
  const [given, named] = [valueAt(context, 'spatial.position'), valueAt(context, 'spatial.frame') ?? null]
  const position = (given ?? null) === null ? null : readPosition(given)
  const isValid = position !== undefined && (named === null || typeof named === 'string')
  return isValid && isPlainObject(valueAt(context, 'spatial')) ? { position, frame: named } : null
}

function readNamed(value: JsonValue | undefined): string | JsonObject | null {
  return (typeof value === 'string' && value.trim() !== '') || isPlainObject(value) ? value : null
}

function coordinatesOf(value: unknown): unknown[] {
  if (!isPlainObject(value)) return []
  const [x, y, z] = ['x', 'y', 'z'].map((axis) => valueAt(value, axis))
  return z === undefined ? [x, y] : [x, y, z]
}
