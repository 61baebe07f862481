import { FusionError } from './errors.js'
import { normalizers } from './normalizers.js'
import type { FusionOptions, MissingRule } from './strategy.js'

/** `FusionOptions` with defaults filled in. */
export type FusionSettings = { readonly [Key in keyof FusionOptions]-?: NonNullable<FusionOptions[Key]> }

/** The defaults of all strategies. */
export const defaultFusionOptions: FusionSettings = {
  k: 60,
  normalize: false,
  normalization: {},
  missing: 'renormalize',
}

/**
 * Resolves options: the caller's, then the defaults of the strategy, then the general ones; `normalization` by source.
 * @throws FusionError FUSION_INVALID_OPTION
 */
export function resolveOptions(
  options: FusionOptions = {},
  defaults: Partial<FusionSettings> = {},
): FusionSettings {
  const base = { ...defaultFusionOptions, ...defaults }
  const settings = {
    k: options.k ?? base.k,
    normalize: options.normalize ?? base.normalize,
    normalization: { ...base.normalization, ...options.normalization },
    missing: options.missing ?? base.missing,
  }
  check(settings)
  return settings
}

const missingRules: readonly MissingRule[] = ['renormalize', 'zero']

function check(settings: FusionSettings): void {
  if (!Number.isFinite(settings.k) || settings.k < 0) refuse('k', settings.k, 'a finite number from 0')
  if (typeof settings.normalize !== 'boolean') refuse('normalize', settings.normalize, 'true or false')
  if (!missingRules.includes(settings.missing)) refuse('missing', settings.missing, missingRules.join(' or '))
  for (const [source, name] of Object.entries(settings.normalization)) {
    if (Object.hasOwn(normalizers, name)) continue
    refuse(`normalization of "${source}"`, name, `one of ${Object.keys(normalizers).join(', ')}`)
  }
}

function refuse(option: string, value: unknown, wanted: string): never {
  throw new FusionError(
    'FUSION_INVALID_OPTION',
    `Fusion option ${option} is ${String(value)}; give ${wanted}.`,
  )
}
