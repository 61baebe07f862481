import type { Io, Request } from '@recallite/command-line'
import type { IndexReport, Memory } from '@recallite/core'
import { exitCodes } from '../exit-codes.js'
import type { Flags } from '../flags/flags.js'
import { withMemory } from '../open-memory.js'
import { renderIndexReport, tellIndexTroubles } from '../render/index-report.js'
import { createProgress } from '../render/progress.js'

function isIncomplete({ skipped, unembedded, embedFailure }: IndexReport): boolean {
  return unembedded.length > 0 || embedFailure !== null || skipped.some(({ isText }) => isText)
}

function toJson({ unembedded: _, embedFailure: __, ...report }: IndexReport) {
  return { ...report, skipped: report.skipped.map(({ root, path, reason }) => ({ root, path, reason })) }
}

/** A memory without vectors may be meant so; in one that has some, new texts would lack theirs. */
async function tellMissingModel(memory: Memory, io: Io): Promise<void> {
  const { spaces } = await memory.status()
  if (spaces.length > 0) io.talk('No embedding model: new texts get no vectors. Name it: --model FILE.gguf\n')
}

/** `recallite index [folder…]` */
export async function runIndex({ words, flags, io }: Request<Flags>): Promise<number> {
  const report = await withMemory(flags, { fills: true }, async ({ memory, modelPath }) => {
    if (modelPath === undefined && flags.provider !== 'none') await tellMissingModel(memory, io)
    const progress = await createProgress(io)
    try {
      return await memory.index(words, { onProgress: progress.show, signal: io.interrupted })
    } finally {
      progress.stop()
    }
  })
  io.write(flags.json ? `${JSON.stringify(toJson(report), null, 2)}\n` : renderIndexReport(report))
  tellIndexTroubles(report, io)
  return flags.strict && isIncomplete(report) ? exitCodes.incomplete : exitCodes.done
}
