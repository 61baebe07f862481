import { readFileSync } from 'node:fs'
import { countWatched } from '@recallite/core'
import { fine, warning, type Outcome } from '../finding.js'
import type { Probe } from '../probe.js'
import { isOpen } from '../try-open.js'

/** More is not counted: it is too much in any case. */
const mostCounted = 1_000_000
/** Other programs watch as well. */
const fairShare = 0.8

function limitOf(name: string): number | undefined {
  try {
    return Number(readFileSync(`/proc/sys/fs/inotify/${name}`, 'utf8')) || undefined
  } catch {
    return undefined
  }
}

/** What is to be watched against what the system lets one person watch. Pure. */
export function watchOutcome(watches: number, limit: number): Outcome {
  const detail = `${watches} files and folders to be watched, ${limit} may be (fs.inotify.max_user_watches)`
  if (watches <= limit * fairShare) return fine(detail)
  const wanted = Math.max(524_288, 2 ** Math.ceil(Math.log2(watches * 2)))
  const cause = 'where watches run out, recallite watch looks at all files every few seconds instead'
  return warning({ detail, cause, fix: `sudo sysctl fs.inotify.max_user_watches=${wanted}` })
}

/** Whether changes of files can be noticed as they happen. */
export const watching: Probe = {
  name: 'watching',
  async look({ store }) {
    if (!isOpen(store)) return []
    const limit = limitOf('max_user_watches')
    if (limit === undefined) return [fine('this system sets no limit of its own')]
    const watches = await countWatched(await store.listRoots(), { most: mostCounted })
    return [watchOutcome(watches, limit)]
  },
}
