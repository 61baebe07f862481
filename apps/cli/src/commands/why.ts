import { existsSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { printable, renderJson, type Request } from '@recallite/command-line'
import type { ChunkTrace, RetrieverTrace, WhyReport } from '@recallite/core'
import { findWorkingFolder } from '@recallite/settings'
import type { Flags } from '../flags/flags.js'
import { assertEnabled, withMemory } from '../open/open-memory.js'
import { count, describeAdjustment } from '../render/amounts.js'
import { linesOf } from '../render/locators.js'
import { renderTable } from '../render/table.js'
import { whyOptions } from '../search/answer-here.js'

/** `recallite why <query> <path>` */
export async function runWhy({ words, flags, io }: Request<Flags>): Promise<void> {
  const [query = '', path = ''] = words
  const report = await withMemory(flags, { mayBegin: true, onlyReads: io }, ({ memory, resolved }) => {
    assertEnabled(resolved)
    return memory.why(query, fileNamed(path), { ...whyOptions(flags, resolved), signal: io.interrupted })
  })
  io.write(flags.json ? renderJson(report) : renderWhy(report, io))
}

/** A path of an existing file, relative to the working folder, means that file; any other is a path of the index. */
function fileNamed(path: string): string {
  const folder = findWorkingFolder()
  if (folder === undefined || isAbsolute(path)) return path
  const full = join(folder, path)
  return existsSync(full) ? full : path
}

/** Explains for people why a document was shown or not: the verdict, advice, and a line for each stage. */
function renderWhy(report: WhyReport, { columns }: { readonly columns: number }): string {
  const { verdict, advice, search, chunk } = report
  const lines = [verdict, ...(advice === null ? [] : [`To see it, ${advice}`])]
  const table = chunk && search ? `\n${renderTable(explainChunk(chunk, search), { columns })}` : ''
  return `${lines.map((line) => printable(line)).join('\n')}\n${table}`
}

function explainChunk(chunk: ChunkTrace, search: NonNullable<WhyReport['search']>): string[][] {
  const { heading, startLine, endLine, passesFilters, terms, retrievers, fused, adjustment } = chunk
  const words = chunk.hasRequiredWords ? 'passes' : 'lacks a required word or has an excluded one'
  const { limit, threshold, confidence, abstained } = search
  const ranked = fused && `rank ${fused.rank} of ${fused.of}, fused score ${fused.score.toFixed(4)}`
  const rows: readonly (readonly [stage: string, what: string])[] = [
    ['chunk', [`lines ${startLine}–${endLine}`, ...heading].join(' › ')],
    ['filters', passesFilters ? words : 'left out'],
    ['terms', describeTerms(terms)],
    ...retrievers.map((retriever) => [retriever.name, describeRetriever(retriever)] as const),
    ['fuse', ranked ?? 'not in the ranking'],
    ...(adjustment ? [['adjust', describeAdjustment(adjustment)] as const] : []),
    ['diversify', describePosition(chunk)],
    [
      'threshold',
      `confidence ${chunk.confidence.toFixed(2)}; the highest of the answer is ${confidence.toFixed(2)}, the threshold ${threshold}${abstained ? ': abstained' : ''}`,
    ],
    ['limit', count(limit, 'result')],
  ]
  return rows.map(([stage, what]) => [stage, printable(what)])
}

const measures: Readonly<Record<string, string>> = { keyword: 'BM25 score', vector: 'cosine' }

function describeRetriever({ name, state, rank, candidates, score, isPending }: RetrieverTrace): string {
  if (state === 'off' || state === 'failed') return state
  const measure = measures[name] ?? 'score'
  const scored = score === null ? `no ${measure}` : `${measure} ${score.toFixed(4)}`
  const isCandidate = rank !== null && rank <= candidates
  const found = isCandidate ? `rank ${rank} of ${candidates}` : `not among ${count(candidates, 'candidate')}`
  const beyond = rank === null || isCandidate ? '' : `, rank ${rank}`
  return `${found}${beyond}, ${scored}${isPending ? '; it has no vector' : ''}`
}

function describeTerms({ matched, missing }: ChunkTrace['terms']): string {
  const parts = [
    ...(matched.length > 0 ? [`has ${matched.join(', ')}`] : []),
    ...(missing.length > 0 ? [`lacks ${missing.join(', ')}`] : []),
  ]
  return parts.join('; ') || 'no terms to look for'
}

function describePosition({ omission, position, fused }: ChunkTrace): string {
  if (!fused) return 'not reached'
  const result = position === null ? 'beyond all results' : `result ${position}`
  if (!omission) return result
  const into = omission.into ? ` into ${linesOf(omission.into)}` : ''
  return `${omission.kind}${into}, ${result}`
}
