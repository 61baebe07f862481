import { renderJson, createProgressBar, type Io, type Request } from '@recallite/command-line'
import type { IndexReport, Memory, SyncProgress } from '@recallite/core'
import { exitCodes } from '../exit-codes.js'
import type { Flags } from '../flags/flags.js'
import { withMemory } from '../open-memory.js'
import { renderIndexReport, tellIndexTroubles } from '../render/index-report.js'

const phaseLabels: Readonly<Record<SyncProgress['phase'], string>> = {
  scan: 'Looking',
  read: 'Reading files',
  embed: 'Embedding texts',
}

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
    const bar = await createProgressBar(io)
    const onProgress = ({ phase, done, total }: SyncProgress) =>
      bar.show({ label: phaseLabels[phase], done, total })
    try {
      return await memory.index(words, { onProgress, signal: io.interrupted })
    } finally {
      bar.stop()
    }
  })
  io.write(flags.json ? renderJson(toJson(report)) : renderIndexReport(report))
  tellIndexTroubles(report, io)
  return flags.strict && isIncomplete(report) ? exitCodes.incomplete : exitCodes.done
}
