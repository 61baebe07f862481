import type { IndexReport } from '@recallite/core'
import type { Request } from '../command-table.js'
import { exitCodes } from '../exit-codes.js'
import { withMemory } from '../open-memory.js'
import { renderIndexReport, tellIndexTroubles } from '../render/index-report.js'
import { createProgress } from '../render/progress.js'

function isIncomplete({ skipped, unembedded, embedFailure }: IndexReport): boolean {
  return unembedded.length > 0 || embedFailure !== null || skipped.some(({ isText }) => isText)
}

function toJson({ unembedded: _, embedFailure: __, ...report }: IndexReport) {
  return { ...report, skipped: report.skipped.map(({ root, path, reason }) => ({ root, path, reason })) }
}

/** `recallite index [folder…]` */
export async function runIndex({ words, flags, io }: Request): Promise<number> {
  const report = await withMemory(flags, { create: true }, async ({ memory, modelPath, rememberModel }) => {
    const progress = await createProgress(io)
    try {
      const result = await memory.index(words, { onProgress: progress.show, signal: io.interrupted })
      if (modelPath !== undefined && result.embedFailure === null) await rememberModel(modelPath)
      return result
    } finally {
      progress.stop()
    }
  })
  io.write(flags.json ? `${JSON.stringify(toJson(report), null, 2)}\n` : renderIndexReport(report))
  tellIndexTroubles(report, io)
  return flags.strict && isIncomplete(report) ? exitCodes.incomplete : exitCodes.done
}
