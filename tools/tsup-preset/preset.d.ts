import type { Options } from 'tsup'

export function preset(entry: string[], options?: Options): Options
