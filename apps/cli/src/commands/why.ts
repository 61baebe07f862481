import { existsSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { renderJson, type Request } from '@recallite/command-line'
import { findWorkingFolder } from '@recallite/settings'
import type { Flags } from '../flags/flags.js'
import { assertEnabled, withMemory } from '../open/open-memory.js'
import { renderWhy } from '../render/why.js'
import { whyOptions } from '../search/answer-here.js'

/** `recallite why <query> <path>` */
export async function runWhy({ words, flags, io }: Request<Flags>): Promise<void> {
  const [query = '', path = ''] = words
  const report = await withMemory(flags, { mayBegin: true, onlyReads: io }, ({ memory, resolved }) => {
    assertEnabled(resolved)
    return memory.why(query, fileNamed(path), { ...whyOptions(flags, resolved), signal: io.interrupted })
  })
  io.write(flags.json ? renderJson(report) : renderWhy(report, io))
}

/** A path of an existing file, relative to the working folder, means that file; any other is a path of the index. */
function fileNamed(path: string): string {
  const folder = findWorkingFolder()
  if (folder === undefined || isAbsolute(path)) return path
  const full = join(folder, path)
  return existsSync(full) ? full : path
}
