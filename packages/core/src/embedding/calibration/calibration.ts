import type { KeptSpace, Space, Store } from '@recallite/store'
import type { ScriptName } from './pairs.js'

/** What the cosines of a model mean in one script, by the constant pairs. */
export interface ScriptCalibration {
  /** Mean cosine of questions to the passages of other questions. */
  readonly floor: number
  /** Mean cosine of questions to their own passages. */
  readonly related: number
}

/** What is known of a vector space besides its vectors. */
export interface Calibration {
  /** By script; null for a script that the model cannot read. */
  readonly scripts: Readonly<Partial<Record<ScriptName, ScriptCalibration | null>>>
  /** How near documents of this collection are to each other, as `measureCollection` says; null if that is not known. */
  readonly neighbours: number | null
  /** How many vectors the space had when `neighbours` was measured, and how many were added since. */
  readonly vectors: number
  readonly added: number
}

interface CalibrationNote extends Calibration {
  /** The beginning of the canary's vector, to notice that another model took the space's name. */
  readonly canary: string
}

/** Reads the calibration of a space; undefined if there is none, or it is another model's. */
export async function readCalibration(
  store: Store,
  space: Space & Pick<KeptSpace, 'canary'>,
): Promise<Calibration | undefined> {
  const text = await store.notes?.read(noteName(space))
  if (text === undefined) return undefined
  const { canary, ...calibration } = JSON.parse(text) as CalibrationNote
  return canary === shortened(space.canary) ? calibration : undefined
}

/** Keeps the calibration of a space in place of the one before; does nothing in a store without notes. */
export async function writeCalibration(
  store: Store,
  space: KeptSpace,
  calibration: Calibration,
): Promise<void> {
  const note: CalibrationNote = { ...calibration, canary: shortened(space.canary) }
  await store.notes?.write(noteName(space), JSON.stringify(note))
}

function noteName({ provider, model, dimensions, promptStyle }: Space): string {
  return `calibration of ${JSON.stringify([provider, model, dimensions, promptStyle])}`
}

function shortened(canary: Float32Array | null): string {
  return Array.from(canary?.subarray(0, 8) ?? [], (value) => value.toFixed(5)).join(' ')
}
