import { type FusionOptions, normalizationNames } from './strategy.js'

/** `FusionOptions` with defaults filled in. */
export type FusionSettings = { readonly [Key in keyof FusionOptions]-?: NonNullable<FusionOptions[Key]> }

/** The defaults of all strategies. */
export const defaultFusionOptions: FusionSettings = { k: 60, normalize: false, normalization: {} }

/**
 * Fills in defaults.
 * @param strategyDefaults the default normalisations of the strategy, by source
 * @throws FusionError FUSION_INVALID_OPTION
 */
export function resolveOptions(
  options: FusionOptions = {},
  strategyDefaults: FusionSettings['normalization'] = {},
): FusionSettings {
  const { k = defaultFusionOptions.k, normalize = defaultFusionOptions.normalize } = options
  const normalization = { ...strategyDefaults, ...options.normalization }
  if (!Number.isFinite(k) || k < 0) reject('k', k, 'a finite number from 0')
  if (typeof normalize !== 'boolean') reject('normalize', normalize, 'true or false')
  for (const [source, name] of Object.entries(normalization)) {
    if (!normalizationNames.includes(name))
      reject(`normalization of "${source}"`, name, `one of ${normalizationNames.join(', ')}`)
  }
  return { k, normalize, normalization }
}

function reject(option: string, value: unknown, valid: string): never {
  const message = `Fusion option ${option} is ${String(value)}; give ${valid}.`
  throw new FusionError('FUSION_INVALID_OPTION', message)
}

/** Stable codes for programs to act on. */
export type FusionErrorCode =
  /** A list repeats an id, a rank or the source of another list, or contains an invalid number. */
  | 'FUSION_INVALID_LIST'
  /** A weight is negative or not finite. */
  | 'FUSION_INVALID_WEIGHT'
  | 'FUSION_INVALID_OPTION'
  /** There is no strategy with this name. */
  | 'FUSION_UNKNOWN_STRATEGY'

const marker = Symbol.for('recallite.FusionError')

/** Invalid lists, weights or options; a retry does not help. */
export class FusionError extends Error {
  readonly code: FusionErrorCode

  constructor(code: FusionErrorCode, message: string) {
    super(message)
    this.name = 'FusionError'
    this.code = code
    Object.defineProperty(this, marker, { value: true })
  }

  /** True for a fusion error, even if another copy of this package created it. */
  static isInstance(value: unknown): value is FusionError {
    return typeof value === 'object' && value !== null && marker in value
  }
}
