import { greatest } from '../render/greatest.js'
import type { CurvePoint } from './recall-curve.js'

/** The scales of a chart of curves: depth to the right, logarithmic; a share upwards. */
export interface CurveScale {
  readonly depth: number
  /** The least and the greatest share shown, in steps of 0.2. */
  readonly low: number
  readonly high: number
}

const step = 0.2

/** The scales that hold all curves; each begins at a depth of 1. */
export function curveScale(curves: readonly (readonly CurvePoint[])[]): CurveScale {
  const shares = curves.flatMap((points) => points.map(({ share }) => share))
  const least = shares.reduce((a, b) => Math.min(a, b), 1)
  const low = Math.min(0.8, Math.floor(least / step) * step)
  const high = Math.max(low + step, Math.ceil(greatest(shares, 0) / step - 1e-9) * step)
  const depths = curves.map((points) => points.at(-1)?.depth ?? 1)
  return { depth: greatest(depths, 1), low, high: Math.min(1, high) }
}

/** Where a depth stands, from 0 on the left to 1 on the right. */
export function acrossOf(k: number, { depth }: CurveScale): number {
  return depth > 1 ? Math.log(k) / Math.log(depth) : 0
}

/** Where a share stands, from 0 at the top to 1 at the bottom. */
export function downOf(share: number, { low, high }: CurveScale): number {
  return 1 - (share - low) / (high - low)
}

/** The shares that are labelled, from the least up. */
export function shareTicks({ low, high }: CurveScale): number[] {
  const apart = high - low > 0.41 ? step : step / 2
  const count = Math.round((high - low) / apart)
  return Array.from({ length: count + 1 }, (_, index) => Number((low + index * apart).toFixed(1)))
}
