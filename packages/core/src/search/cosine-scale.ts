import type { Calibration } from '../embedding/calibration/calibration.js'
import type { ScriptName } from '../embedding/calibration/pairs.js'

/** What the cosines of a search mean. */
export interface CosineScale {
  /** The mean cosine of texts that have nothing to do with each other. */
  readonly floor: number
  /** The mean cosine of questions to passages that answer them. */
  readonly related: number
  /** How near documents of the collection are to each other; null if that is not known. */
  readonly neighbours: number | null
  /** What the logarithm of the odds is lowered by, as cosines between short texts say less; undefined: 0. */
  readonly doubt?: number | undefined
}

/** For a space that was never calibrated, as in a store without notes: between the models that are known. */
const uncalibrated: CosineScale = { floor: 0.05, related: 0.42, neighbours: null }

/**
 * The scale of a query's cosines, by the script that most of it is written in.
 * @returns the script's name if the model cannot read it, so that its cosines mean nothing
 */
export function cosineScaleOf(calibration: Calibration | undefined, text: string): CosineScale | ScriptName {
  if (!calibration) return uncalibrated
  const script = scriptOf(text)
  const { Latin } = calibration.scripts
  const measured = calibration.scripts[script]
  if (measured === null) return script
  const known = measured ?? Latin
  return known ? { ...known, neighbours: calibration.neighbours } : script
}

/** A letter of these scripts says more than a Latin one. */
const denseScripts: ReadonlySet<ScriptName> = new Set(['Han', 'Hiragana', 'Hangul'])

const patterns: Readonly<Record<ScriptName, RegExp>> = {
  Latin: /\p{Script=Latin}/gu,
  Han: /\p{Script=Han}/gu,
  Hiragana: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  Hangul: /\p{Script=Hangul}/gu,
  Cyrillic: /\p{Script=Cyrillic}/gu,
  Arabic: /\p{Script=Arabic}/gu,
  Devanagari: /\p{Script=Devanagari}/gu,
}

/** The script that most of a text is written in: Latin if none of those that models are tried in. Kana makes a text Japanese. */
function scriptOf(text: string): ScriptName {
  let best: ScriptName = 'Latin'
  let most = 0
  for (const [name, pattern] of Object.entries(patterns) as [ScriptName, RegExp][]) {
    const count = (text.match(pattern)?.length ?? 0) * (denseScripts.has(name) ? 2 : 1)
    if (count > most || (name === 'Hiragana' && best === 'Han' && count > 0)) [best, most] = [name, count]
  }
  return best
}
