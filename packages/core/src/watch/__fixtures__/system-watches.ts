import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Number of inotify watches of this process. */
export function systemWatches(): number {
  const folder = '/proc/self/fdinfo'
  const texts = readdirSync(folder).map((name) => {
    try {
      return readFileSync(join(folder, name), 'utf8')
    } catch {
      return ''
    }
  })
  return texts.join('\n').match(/^inotify wd:/gmu)?.length ?? 0
}
