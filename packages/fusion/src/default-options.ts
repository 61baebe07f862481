import type { FusionOptions } from './strategy.js'

/** `FusionOptions` with every choice made. */
export type FusionSettings = { readonly [Key in keyof FusionOptions]-?: NonNullable<FusionOptions[Key]> }

/** What holds where neither the caller nor the strategy says otherwise. */
export const defaultFusionOptions: FusionSettings = {
  k: 60,
  normalize: false,
  normalization: {},
  missing: 'renormalize',
}
