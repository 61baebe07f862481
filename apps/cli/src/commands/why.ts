import { existsSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { renderJson, type Request } from '@recallite/command-line'
import { whyInMemory } from '../search/ask-memory.js'
import type { Flags } from '../flags/flags.js'
import { renderWhy } from '../render/why.js'
import { findWorkingFolder } from '@recallite/settings'

/** `recallite why <query> <path>` */
export async function runWhy({ words, flags, io }: Request<Flags>): Promise<void> {
  const [query = '', path = ''] = words
  const report = await whyInMemory(query, fileNamed(path), { flags, io })
  io.write(flags.json ? renderJson(report) : renderWhy(report, io))
}

/** A path that leads to a file from the working folder means that file; others are paths of the index. */
function fileNamed(path: string): string {
  const folder = findWorkingFolder()
  if (folder === undefined || isAbsolute(path)) return path
  const full = join(folder, path)
  return existsSync(full) ? full : path
}
