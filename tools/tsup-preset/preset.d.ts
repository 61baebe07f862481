import type { Options } from 'tsup'

export function preset(entry: string[]): Options
