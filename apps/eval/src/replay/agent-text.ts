import type { Memory, SearchReport, SearchResult } from '@recallite/core'
import type { RecallAnswer, RecallOptions } from '@recallite/core/records'
import { countTokens, memoryRecallTool, memorySearchTool } from '@recallite/core/tools'
import { gradeOf, type Answer, type RunQuery } from '../run/run.js'
import { holdsPassage } from '../suite/open-corpus.js'
import type { Passage } from '../suite/suite.js'
import { singleSpaces } from '../text-lines.js'

/** The text for an agent, and the positions of the results in it. */
export type AgentText = Awaited<ReturnType<typeof searchText>>

/** A memory, and a function that maps paths to document ids. */
export interface Answerer<Method extends keyof Memory = 'listRoots'> {
  readonly memory: Pick<Memory, Method>
  readonly idOf: (path: string, root: string) => string
}

interface PlainResult extends Pick<SearchResult, 'startLine' | 'endLine' | 'text'> {
  readonly document: string
}

type GivenResult = ReturnType<typeof placeResults>[number]

/** The text that `memory_search` returns for an answer. */
export async function searchText(report: SearchReport, { memory, idOf }: Answerer) {
  const answered = { search: async () => report, listRoots: () => memory.listRoots() }
  const { query, results } = report.answer
  const { text, structured } = await memorySearchTool(answered).execute({ query })
  const given = results.slice(0, structured.results.length)
  const spans = given.map(({ path, ...span }) => ({ ...span, document: idOf(path, span.root) }))
  return { text, results: placeResults(text, spans) }
}

/** The text that `memory_recall` returns for an answer to a recall with these options. */
export async function recallText(
  answer: RecallAnswer,
  { collection, session, minConfidence, filter }: RecallOptions,
): Promise<AgentText> {
  const answered = { recall: async () => answer }
  const input = { query: answer.query, collection, session, minConfidence, filter }
  const { text, structured } = await memoryRecallTool(answered).execute(input)
  const spans = structured.results.map(({ record: { id: document, content } }) => {
    return { document, startLine: 1, endLine: content.split('\n').length, text: content }
  })
  return { text, results: placeResults(text, spans) }
}

/** The tokens of a text, in total and up to the end of the first answering lines. */
export function measureGiven(
  { text, results }: AgentText,
  query: Pick<RunQuery, 'grades' | 'passages'>,
): Answer['given'] {
  const ends = results.map((result) => answerEnd(result, query)).filter((end) => end !== undefined)
  const [first] = ends.toSorted((a, b) => a - b)
  return {
    tokens: countTokens(text),
    toAnswer: first === undefined ? null : countTokens(text.slice(0, first)),
  }
}

/** Measures an answer without a threshold: the confidence within the limit, and the tokens if the text ended after each result. */
export function measureUnfiltered(
  { text, results }: AgentText,
  answer: { readonly results: readonly Pick<SearchResult, 'confidence'>[] },
  limit: number,
): Answer['unfiltered'] {
  // The end of the text (such as the searched roots) does not depend on the number of results.
  const rest = countTokens(text.slice(results.at(-1)?.end ?? 0))
  return {
    limit,
    confidence: Math.max(0, ...answer.results.slice(0, limit).map(({ confidence }) => confidence)),
    results: results.map(({ document, end }) => ({
      document,
      tokens: countTokens(text.slice(0, end)) + rest,
    })),
  }
}

/** Locates results in a text. `body` is the lines that the agent sees, from `begin`; `end` is after the closing marker. */
function placeResults(text: string, results: readonly PlainResult[]) {
  const [, marker = ''] = /^<(memory-\S+)/mu.exec(text) ?? []
  const closing = `\n</${marker}>`
  let end = 0
  return results.map((result) => {
    const begin = text.indexOf('\n', text.indexOf(`<${marker} `, end)) + 1
    // A result may have no lines.
    const close = text.indexOf(closing, begin - 1)
    end = close + closing.length
    return { ...result, body: text.slice(begin, close), begin, end }
  })
}

/** The end of a result's answering lines. Without passages, the end of any result of a relevant document. */
function answerEnd(result: GivenResult, { grades, passages }: Pick<RunQuery, 'grades' | 'passages'>) {
  const { document, body, begin } = result
  if (passages.length === 0) {
    return gradeOf({ grades }, document) > 0 ? begin + body.length : undefined
  }
  const contained = passages.filter((passage) => holdsPassage([passage], result))
  if (contained.length === 0) return undefined
  const lines = body.split('\n')
  const count = Math.min(...contained.map((passage) => linesToAnswer(result, lines, passage)))
  return begin + lines.slice(0, count).join('\n').length
}

/** The number of lines of a result up to the end of the passage. */
function linesToAnswer(
  { startLine }: GivenResult,
  lines: readonly string[],
  { lines: [, last] = [0, Infinity], contains }: Passage,
): number {
  if (contains === undefined) return Math.min(lines.length, last - startLine + 1)
  const text = singleSpaces(contains)
  const index = lines.findIndex((_, line) => singleSpaces(lines.slice(0, line + 1).join('\n')).includes(text))
  return index === -1 ? lines.length : index + 1
}
