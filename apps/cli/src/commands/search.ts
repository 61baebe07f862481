import { renderJson, keepLastSearch, type Request } from '@recallite/command-line'
import { exitCodes } from '../exit-codes.js'
import type { Flags } from '../flags/flags.js'
import { withMemory } from '../open-memory.js'
import { createPalette } from '../render/palette.js'
import { renderAnswer, tellAnswerTroubles } from '../render/answer.js'
import { databasePath, hasColour } from '../settings.js'

/** `recallite search <query…>` */
export async function runSearch({ words, flags, io }: Request<Flags>): Promise<number> {
  const { root: roots, path: paths, heading: headings } = flags
  const rescueTypos = flags.asTyped ? false : undefined
  const options = { ...flags, roots, paths, headings, rescueTypos, signal: io.interrupted }
  const { report, known } = await withMemory(flags, {}, async ({ memory }) => ({
    report: await memory.search(words.join(' '), options),
    known: await memory.listRoots(),
  }))
  const palette = createPalette(hasColour(io))
  const { answer } = report
  io.write(
    flags.json
      ? renderJson(answer)
      : renderAnswer(answer, { palette, roots: known, isExplained: flags.explain ?? false }),
  )
  tellAnswerTroubles(report, io)
  keepLastSearch(databasePath(flags), answer)
  return exitCodes.done
}
