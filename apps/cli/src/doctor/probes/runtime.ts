import { reasonOf } from '@recallite/core'
import { failure, fine, type Outcome } from '../finding.js'
import type { Probe } from '../probe.js'
import { isOpen } from '../try-open.js'

/** As `engines` of our package has it. */
const leastNode = [20, 19] as const

/** Whether a version of Node is new enough. Pure. */
export function isNodeNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > leastNode[0] || (major === leastNode[0] && minor >= leastNode[1])
}

function nodeOutcome(version: string): Outcome {
  const detail = `Node ${version} on ${process.platform}-${process.arch}`
  if (isNodeNewEnough(version)) return fine(detail)
  const least = leastNode.join('.')
  return failure({ detail, cause: `Node ${least} or newer is needed`, fix: 'nvm install --lts' })
}

/** Node itself, and the native part of the database driver. */
export const runtime: Probe = {
  name: 'runtime',
  async look({ empty }) {
    const node = nodeOutcome(process.versions.node)
    if (!isOpen(empty)) {
      const cause = reasonOf(empty.error)
      return [
        node,
        failure({ detail: 'the database driver does not work', cause, fix: 'npm rebuild better-sqlite3' }),
      ]
    }
    const { keywordIndex } = await empty.status()
    return [node, fine(`better-sqlite3 works, with SQLite ${keywordIndex.version}`)]
  },
}
