import { renderJson, type Request } from '@recallite/command-line'
import { exitCodes } from '../exit-codes.js'
import type { Flags } from '../flags/flags.js'
import { withMemory } from '../open-memory.js'
import { spacesToJson } from '../render/spaces.js'
import { renderStatus } from '../render/status.js'
import { readWholeStatus, type WholeStatus } from '../whole-status.js'

function toJson({ keywordIndex, vectorSearch, spaces, ...status }: WholeStatus) {
  return { ...status, spaces: spacesToJson(spaces), fts: keywordIndex, vectorExtension: vectorSearch }
}

/** `recallite status` */
export async function runStatus({ flags, io }: Request<Flags>): Promise<number> {
  const status = await withMemory(flags, { onlyReads: io }, readWholeStatus)
  io.write(flags.json ? renderJson(toJson(status)) : renderStatus(status))
  return exitCodes.done
}
