import { printable } from '@recallite/command-line'
import type { SearchAnswer, SearchResult } from '@recallite/core'
import { describeAdjustment } from './amounts.js'
import { renderSearched } from './answer-notes.js'
import { locatorOf } from './locators.js'
import { plain, wrapStyled } from './styled-lines.js'
import { renderTable } from './table.js'

/** Explains a search in lines: what was searched, how the query was interpreted, terms and strategy, and each stage with its time. */
export function explainSearch(
  { searched, understood, explanation }: SearchAnswer,
  columns: number,
): string[] {
  const before = [`Searched ${renderSearched(searched)}`, `Understood as ${printable(understood)}`]
  return explainStrategy(explanation, columns, before)
}

/** The terms, the strategy, and each stage with its time, in lines after the given sentences. */
export function explainStrategy(
  { stopWords, kinds, stages }: SearchAnswer['explanation'],
  columns: number,
  before: readonly string[] = [],
): string[] {
  const sentences = [
    ...before,
    ...(stopWords.length > 0 ? [`Stop words left out: ${printable(stopWords.join(', '))}`] : []),
    ...kinds.flatMap((searched) => explainKind(searched, kinds.length > 1 ? ` of ${searched.kind}s` : '')),
    'Stages:',
  ]
  const rows = stages.map(({ stage, time, did }) => [stage, `${time.toFixed(1)} ms`, printable(did)])
  const table = renderTable(rows, { columns, indent: '  ', numbers: [1] })
  const layout = { columns, first: '', indent: '  ' }
  return [
    ...sentences.flatMap((text) => wrapStyled([{ text, style: plain }], layout)),
    ...table.split('\n').filter((line) => line !== ''),
  ]
}

function explainKind(
  { strategy, terms, threshold }: SearchAnswer['explanation']['kinds'][number],
  name: string,
): string[] {
  const named = terms.map(({ term, weight, idf }) => `${term} (weight ${short(weight)}, idf ${short(idf)})`)
  const measure = threshold.on === 'fused' ? 'fused score' : 'confidence'
  return [
    ...(named.length > 0 ? [`Terms${name}: ${printable(named.join(', '))}`] : []),
    `Fusion${name}: ${printable(strategy)}; threshold: ${measure} of at least ${short(threshold.value)}`,
  ]
}

/** How a result's scores are computed: a line for each retriever, the confidence, and the locator. */
export function explainResult(result: SearchResult): string[] {
  const { adjustment } = result
  return [
    ...explainScores(result),
    ...(adjustment ? [`adjusted: ${describeAdjustment(adjustment)}`] : []),
    `${printable(locatorOf(result))}; id ${printable(result.id)}`,
  ]
}

type Scored = Pick<
  SearchResult,
  'contributions' | 'fusedScore' | 'confidence' | 'confidenceInputs' | 'rerankScore' | 'rankBeforeRerank'
>

/** How the scores of a result are computed: a line for each retriever, and the confidence. */
export function explainScores(result: Scored): string[] {
  const { contributions, fusedScore, confidence, confidenceInputs: given } = result
  const { rerankScore, rankBeforeRerank } = result
  const cosine = given.cosine === null ? '' : `cosine ${number(given.cosine)}, `
  const reranked = rerankScore === undefined ? '' : `rerank score ${number(rerankScore)}, `
  const words = given.cosine === null ? wordEvidence(given) : ''
  const inputs = `${reranked}${cosine}rarest missing word ${number(given.missing)}${words}`
  return [
    ...contributions.map(({ source, rank, raw, coverage, normalized, weight, value }) => {
      const ranked = rank === null ? 'not among its candidates, scored afterwards' : `rank ${rank}`
      const matched = coverage === undefined ? '' : `, query coverage ${Math.round(coverage * 100)} %`
      const scored = raw === null ? 'no score' : `${ranked}, score ${number(raw)}${matched}`
      return `${source} ${scored}; contributes ${number(normalized)} × weight ${number(weight)} = ${number(value)}`
    }),
    ...(rerankScore === undefined
      ? []
      : [`reranker score ${number(rerankScore)}; rank ${rankBeforeRerank} before`]),
    `fused score ${number(fusedScore)}; confidence ${number(confidence)} from ${inputs}`,
  ]
}

function wordEvidence(inputs: Scored['confidenceInputs']): string {
  const { coverage, information, adjacency, titled, apart, characters } = inputs
  const named = {
    'query coverage': coverage,
    information,
    adjacency,
    titled,
    ...(characters > 0 && { apart, characters }),
  }
  return Object.entries(named)
    .map(([name, value]) => `, ${name} ${number(value)}`)
    .join('')
}

const short = (value: number): string => String(Number(value.toFixed(2)))

const number = (value: number | null): string => (value === null ? '–' : value.toFixed(4))
