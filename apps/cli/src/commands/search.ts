import { renderJson, keepLastSearch, type Request } from '@recallite/command-line'
import type { Memory, SearchOptions, SearchReport } from '@recallite/core'
import { assertEnabled } from '../assert-enabled.js'
import { exitCodes } from '../exit-codes.js'
import type { Flags } from '../flags/flags.js'
import { withMemory } from '../open-memory.js'
import { createPalette } from '../render/palette.js'
import { renderAnswer, tellAnswerTroubles } from '../render/answer.js'
import { searchOptions } from '../search-options.js'
import { hasColour } from '../settings/environment.js'

/** Without the hybrid it is meaning alone, or words where there is no meaning to be had. */
async function searchEitherWay(
  memory: Memory,
  query: string,
  { isHybrid, ...options }: SearchOptions & { isHybrid: boolean },
): Promise<SearchReport> {
  if (isHybrid) return memory.search(query, options)
  const report = await memory.search(query, { ...options, vectorWeight: undefined, textWeight: 0 })
  if (report.answer.retrievers.vector === 'ok' || report.answer.retrievers.vector === 'empty') return report
  const byWords = await memory.search(query, { ...options, vectorWeight: 0, textWeight: undefined })
  const degraded = [...report.answer.degraded, ...byWords.answer.degraded]
  return { ...byWords, answer: { ...byWords.answer, degraded } }
}

/** `recallite search <query…>` */
export async function runSearch({ words, flags, io }: Request<Flags>): Promise<number> {
  const { report, known, path } = await withMemory(flags, {}, async ({ memory, resolved, path: place }) => {
    assertEnabled(resolved)
    const options = { ...searchOptions(flags, resolved), signal: io.interrupted }
    const isHybrid = resolved.settings.query.hybrid.enabled
    return {
      report: await searchEitherWay(memory, words.join(' '), { ...options, isHybrid }),
      known: await memory.listRoots(),
      path: place,
    }
  })
  const palette = createPalette(hasColour(io))
  const { answer } = report
  io.write(
    flags.json
      ? renderJson(answer)
      : renderAnswer(answer, { palette, roots: known, isExplained: flags.explain ?? false }),
  )
  tellAnswerTroubles(report, io)
  keepLastSearch(path, answer)
  return exitCodes.done
}
