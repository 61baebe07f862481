import { renderJson, type Request } from '@recallite/command-line'
import type { MemoryStatus } from '@recallite/core'
import { exitCodes } from '../exit-codes.js'
import type { Flags } from '../flags/flags.js'
import { withMemory } from '../open-memory.js'
import { spacesToJson } from '../render/spaces.js'
import { renderStatus } from '../render/status.js'

function toJson({ keywordIndex, vectorSearch, spaces, ...status }: MemoryStatus) {
  return { ...status, spaces: spacesToJson(spaces), fts: keywordIndex, vectorExtension: vectorSearch }
}

/** `recallite status` */
export async function runStatus({ flags, io }: Request<Flags>): Promise<number> {
  const status = await withMemory(flags, {}, ({ memory }) => memory.status())
  io.write(flags.json ? renderJson(toJson(status)) : renderStatus(status))
  return exitCodes.done
}
