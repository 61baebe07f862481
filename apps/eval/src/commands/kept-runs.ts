import { UsageError } from '@recallite/command-line'
import type { Flags } from '../flags.js'
import { defaultDepths } from '../measures/measure-table.js'
import type { RunHeader } from '../run/run.js'
import { readRun } from '../run/run-file.js'
import { realPath } from '../suite/package-documents.js'
import { judgeRun } from '../summary/judge-run.js'
import { summarise } from '../summary/summarise.js'
import { resolveBaseline } from './run-options.js'

/** Reads runs, each of which may be named once, and summarises them by the flags; throws a UsageError, EvaluationError. */
export function readKeptRuns(files: readonly string[], flags: Flags) {
  const { k: depths = defaultDepths } = flags
  return distinctFiles(files).map((file) => {
    const run = readRun(file)
    checkDepth(run, depths, file)
    const baseline = resolveBaseline(flags, run.strategies)
    const verdict = judgeRun(run, { baseline, depths })
    return { file, run, baseline, verdict, rows: summarise(run, { depths, baseline }) }
  })
}

/** The files that words name; throws a UsageError if two of them are the same file. */
export function distinctFiles(words: readonly string[]): readonly string[] {
  for (const [earlier, word] of Map.groupBy(words, realPath).values()) {
    if (word === undefined) continue
    throw new UsageError(`${earlier} and ${word} are the same run. Name each run once.`)
  }
  return words
}

/** Rejects measures that look deeper than a run ranks, since their figures would be those of a smaller depth. */
export function checkDepth({ depth, settings }: RunHeader, depths: readonly number[], file: string): void {
  const deepest = Math.max(...depths)
  if (deepest <= depth) return
  const deeper = settings ? `Make a deeper one: recallite-eval run … --k ${deepest}.` : 'Import a deeper one.'
  throw new UsageError(`${file} ranks ${depth} documents for each query, not ${deepest}. ${deeper}`)
}
