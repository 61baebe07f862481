import type { KeptSpace, Space, Store } from '@recallite/store'
import type { ScriptName } from './pairs.js'

/** The scale of a model's cosines in one script, measured with the constant pairs. */
export interface ScriptCalibration {
  /** Mean cosine of questions to the passages of other questions, and its standard deviation. */
  readonly floor: number
  readonly deviation: number
  /** Mean cosine of questions to their own passages. */
  readonly related: number
}

/** The scale of the cosines of a vector space. */
export interface Calibration {
  /** By script; null for a script that the model cannot read. */
  readonly scripts: Readonly<Partial<Record<ScriptName, ScriptCalibration | null>>>
}

/** Reads the calibration of a space; undefined if there is none, or it is another model's. */
export async function readCalibration(
  store: Store,
  space: Space & Pick<KeptSpace, 'canary'>,
): Promise<Calibration | undefined> {
  const text = await store.notes?.read(noteName(space))
  if (text === undefined) return undefined
  const { canary, ...calibration } = JSON.parse(text) as Calibration & { canary: string }
  return canary === shortened(space.canary) ? calibration : undefined
}

/** Replaces the calibration of a space. Does nothing in a store without notes. */
export async function writeCalibration(store: Store, space: KeptSpace, calibration: Calibration) {
  // The beginning of the canary's vector detects another model under the same name.
  const note = { ...calibration, canary: shortened(space.canary) }
  await store.notes?.write(noteName(space), JSON.stringify(note))
}

function noteName({ provider, model, dimensions, promptStyle }: Space): string {
  return `scale of ${JSON.stringify([provider, model, dimensions, promptStyle])}`
}

function shortened(canary: Float32Array | null): string {
  return Array.from(canary?.subarray(0, 8) ?? [], (value) => value.toFixed(5)).join(' ')
}
