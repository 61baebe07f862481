import { existsSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { renderJson, type Request } from '@recallite/command-line'
import type { Flags } from '../flags/flags.js'
import { assertEnabled, withMemory } from '../open-memory.js'
import { renderWhy } from '../render/why.js'
import { searchOptions } from '../search-options.js'
import { findWorkingFolder } from '@recallite/settings'

/** `recallite why <query> <path>` */
export async function runWhy({ words, flags, io }: Request<Flags>): Promise<void> {
  const [query = '', path = ''] = words
  const report = await withMemory(flags, { mayBegin: true, onlyReads: io }, ({ memory, resolved }) => {
    assertEnabled(resolved)
    const options = { ...searchOptions(flags, resolved), signal: io.interrupted }
    const { vectorWeight, textWeight } = options
    const isHybrid = resolved.settings.query.hybrid.enabled
    const weights = isHybrid ? { vectorWeight, textWeight } : { vectorWeight: undefined, textWeight: 0 }
    return memory.why(query, fileNamed(path), { ...options, ...weights })
  })
  io.write(flags.json ? renderJson(report) : renderWhy(report, io))
}

/** A path that leads to a file from the working folder means that file; others are paths of the index. */
function fileNamed(path: string): string {
  const folder = findWorkingFolder()
  if (folder === undefined || isAbsolute(path)) return path
  const full = join(folder, path)
  return existsSync(full) ? full : path
}
