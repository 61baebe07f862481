import { existsSync } from 'node:fs'
import { lockHolder } from '@recallite/store-sqlite'
import { fine, warning } from '../finding.js'
import { ownCommand } from '../own-command.js'
import type { Probe } from '../probe.js'

/** Who is indexing. */
export const lock: Probe = {
  name: 'lock',
  async look({ path, flags }) {
    if (path === ':memory:' || !existsSync(path)) return []
    const holder = lockHolder(path)
    if (holder === undefined) return [fine('nobody is indexing')]
    const cause = 'one at a time may index; searches answer meanwhile'
    return [warning({ detail: `process ${holder} is indexing`, cause, fix: ownCommand('status', flags) })]
  },
}
