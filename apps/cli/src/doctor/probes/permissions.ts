import { accessSync, constants, existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { reasonOf } from '@recallite/core'
import { accessCommand } from '../access-command.js'
import { hasPermissions, permissionsOf } from '../database-permissions.js'
import { failure, fine, warning, type Outcome } from '../finding.js'
import type { Probe } from '../probe.js'
import { shellWord } from '../../shell-word.js'

/** SQLite writes a log beside the file: both must be writable. */
function writableOutcome(path: string): Outcome | undefined {
  for (const place of [path, dirname(path)]) {
    try {
      accessSync(place, constants.W_OK)
    } catch (error) {
      const detail = `${place} cannot be written: nothing new can be indexed`
      return failure({ detail, cause: reasonOf(error), fix: accessCommand(place) })
    }
  }
  return undefined
}

function privateOutcome(path: string): Outcome {
  const { shown, isPrivate } = permissionsOf(path)
  if (isPrivate) return fine(`only you may read the database (${shown})`)
  return warning({
    detail: `others on this machine may open ${path} (${shown})`,
    cause: 'its permissions are wider than 0600',
    fix: `chmod 600 ${shellWord(path)}`,
  })
}

/** Whether the database can be written, and by its owner alone be read. */
export const permissions: Probe = {
  name: 'permissions',
  look({ path }) {
    if (path === ':memory:' || !existsSync(path)) return []
    const unwritable = writableOutcome(path)
    const privacy = hasPermissions ? [privateOutcome(path)] : []
    return [...(unwritable ? [unwritable] : []), ...privacy]
  },
}
