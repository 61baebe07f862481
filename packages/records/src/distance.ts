import { readPosition, valueAt } from './context-fields.js'
import { RecordError } from './errors.js'
import type { JsonObject } from './record.js'

/** A point to measure from. */
export interface SpatialTarget {
  /** The coordinates: x and y, or x, y and z. */
  readonly position: readonly number[]
  /** The name of their coordinate system; records of another one have no distance. Default: whichever the record has. */
  readonly frame?: string | undefined
  /** The path of the position in the context; default `spatial.position`. */
  readonly field?: string | undefined
}

/**
 * The Euclidean distance between a target and the position in a record's context, in the unit of their coordinates.
 * Undefined where the context has no position there, a malformed one, one with another number of coordinates or in another
 * frame: such records come last in an order by distance.
 * @throws RecordError `RECORD_INVALID_OPTION` if the target's position is not two or three finite numbers
 */
export function distanceTo(target: SpatialTarget, context: JsonObject): number | undefined {
  const from = readPosition(target.position)
  if (!from) {
    throw new RecordError(
      'RECORD_INVALID_OPTION',
      'The position to measure from is no point. Give two or three finite numbers: x, y and perhaps z.',
    )
  }
  const to = readPosition(valueAt(context, target.field ?? 'spatial.position'))
  if (!to || to.length !== from.length || !isInFrame(target.frame, context)) return undefined
  const distance = Math.hypot(...from.map((coordinate, axis) => coordinate - (to[axis] ?? 0)))
  // Coordinates near the largest number lie farther apart than a number can say.
  return Number.isFinite(distance) ? distance : undefined
}

function isInFrame(frame: string | undefined, context: JsonObject): boolean {
  if (frame === undefined) return true
  const named = valueAt(context, 'spatial.frame') ?? null
  return named === null || named === frame
}
