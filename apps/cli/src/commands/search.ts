import type { Request } from '../command-table.js'
import { exitCodes } from '../exit-codes.js'
import { withMemory } from '../open-memory.js'
import { createPalette } from '../render/palette.js'
import { renderAnswer, tellAnswerTroubles } from '../render/answer.js'
import { hasColour } from '../settings.js'

/** `recallite search <query…>` */
export async function runSearch({ words, flags, io }: Request): Promise<number> {
  const { report, roots } = await withMemory(flags, {}, async ({ memory }) => ({
    report: await memory.search(words.join(' '), { ...flags, roots: flags.root }),
    roots: await memory.listRoots(),
  }))
  const palette = createPalette(hasColour(io))
  const { answer } = report
  io.write(
    flags.json
      ? `${JSON.stringify(answer, null, 2)}\n`
      : renderAnswer(answer, { palette, roots, isExplained: flags.explain ?? false }),
  )
  tellAnswerTroubles(report, io)
  return exitCodes.done
}
