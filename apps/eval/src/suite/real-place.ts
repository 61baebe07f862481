import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/** Where a path leads when links are followed; of one that is not there yet, where it would be made. */
export function realPlace(path: string): string {
  const whole = resolve(path)
  const parent = dirname(whole)
  if (existsSync(whole)) return realpathSync.native(whole)
  return parent === whole ? whole : join(realPlace(parent), basename(whole))
}
