import { renderJson, keepLastSearch, type Request } from '@recallite/command-line'
import { exitCodes } from '../exit-codes.js'
import type { Flags } from '../flags/flags.js'
import { withMemory } from '../open-memory.js'
import { createPalette } from '../render/palette.js'
import { renderAnswer, tellAnswerTroubles } from '../render/answer.js'
import { databasePath, hasColour } from '../settings.js'

/** `recallite search <query…>` */
export async function runSearch({ words, flags, io }: Request<Flags>): Promise<number> {
  const options = { ...flags, roots: flags.root, signal: io.interrupted }
  const { report, roots } = await withMemory(flags, {}, async ({ memory }) => ({
    report: await memory.search(words.join(' '), options),
    roots: await memory.listRoots(),
  }))
  const palette = createPalette(hasColour(io))
  const { answer } = report
  io.write(
    flags.json
      ? renderJson(answer)
      : renderAnswer(answer, { palette, roots, isExplained: flags.explain ?? false }),
  )
  tellAnswerTroubles(report, io)
  keepLastSearch(databasePath(flags), answer)
  return exitCodes.done
}
