import { exitCodes, printable, type Io, type Request } from '@recallite/command-line'
import { evaluateSuite, type EvaluationOptions, type Row } from '../evaluate-suite.js'
import type { Flags } from '../flags/flags.js'
import { createProgress } from '../render/progress.js'
import { renderTable } from '../render/table.js'
import { chooseStrategies } from '../strategy.js'
import { readSuites } from '../suite/read-suite.js'
import type { Suite } from '../suite/suite.js'
import { withModel } from '../with-model.js'
import { withWorkFolder } from '../work-folder.js'

const defaultLimit = 30
const wordsOnly =
  'No embedding model: words alone are searched. Strategies with vectors need --model FILE.gguf.'

async function evaluateSuites(
  suites: readonly Suite[],
  options: EvaluationOptions,
  { io, onSuite }: { io: Io; onSuite: (rows: readonly Row[], position: number) => void },
): Promise<Row[]> {
  const all: Row[] = []
  for (const [position, suite] of suites.entries()) {
    const { rows, notes } = await evaluateSuite(suite, options)
    for (const note of notes) io.talk(`${printable(`${suite.name}: ${note}`)}\n`)
    onSuite(rows, position)
    all.push(...rows)
  }
  return all
}

/** `recallite-eval run <suite…>` */
export async function runSuites({ words, flags, io }: Request<Flags>): Promise<number> {
  const strategies = chooseStrategies(flags.strategies)
  const suites = readSuites(words)
  const { limit = defaultLimit, minScore = 0 } = flags
  const printSuite = (rows: readonly Row[], position: number) =>
    io.write(`${position > 0 ? '\n' : ''}${renderTable(rows)}`)
  const rows = await withModel(flags, (model) => {
    if (!model) io.talk(`${wordsOnly}\n`)
    return withWorkFolder(flags.work, (workFolder) => {
      const progress = createProgress(io)
      const options = { strategies, model, limit, minScore, workFolder, progress, signal: io.interrupted }
      return evaluateSuites(suites, options, { io, onSuite: flags.json ? () => undefined : printSuite })
    })
  })
  if (flags.json) io.write(`${JSON.stringify(rows, null, 2)}\n`)
  return exitCodes.done
}
