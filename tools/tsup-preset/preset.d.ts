import type { Options } from 'tsup'

export function preset(entry: NonNullable<Options['entry']>, options?: Options): Options
