import type { Memory, SearchReport, SearchResult } from '@recallite/core'
import type { RecallAnswer, RecallOptions } from '@recallite/core/records'
import { countTokens, memoryRecallTool, memorySearchTool } from '@recallite/core/tools'
import { singleSpaces } from '../suite/suite-file.js'
import { gradeOf, type GivenText, type RunQuery, type Unfiltered } from '../run/run.js'
import { holdsPassage } from '../suite/open-corpus.js'
import type { Passage } from '../suite/suite.js'

/** What an agent is given, and where in it the results stand. */
export type AgentText = Awaited<ReturnType<typeof searchText>>

/** What an answer is of: a memory, and the ids of the documents that paths in its roots stand for. */
export interface Answerer<Method extends keyof Memory = 'listRoots'> {
  readonly memory: Pick<Memory, Method>
  readonly idOf: (path: string, root: string) => string
}

interface PlainResult extends Pick<SearchResult, 'startLine' | 'endLine' | 'text'> {
  readonly document: string
}

type GivenResult = ReturnType<typeof placeResults>[number]

/** The text that `memory_search` gives an agent for an answer, and where its results stand in it. */
export async function searchText(report: SearchReport, { memory, idOf }: Answerer) {
  const answered = { search: async () => report, listRoots: () => memory.listRoots() }
  const { query, results } = report.answer
  const { text, structured } = await memorySearchTool(answered).execute({ query })
  const given = results.slice(0, structured.results.length)
  const spans = given.map(({ path, ...span }) => ({ ...span, document: idOf(path, span.root) }))
  return { text, results: placeResults(text, spans) }
}

/** The text that `memory_recall` gives an agent for an answer to a recall with these options, and where its results stand in it. */
export async function recallText(
  answer: RecallAnswer,
  { collection, session, minConfidence, filter }: RecallOptions,
): Promise<AgentText> {
  const answered = { recall: async () => answer }
  const asked = { query: answer.query, collection, session, minConfidence, filter }
  const { text, structured } = await memoryRecallTool(answered).execute(asked)
  // A record is all of its lines.
  const spans = structured.results.map(({ record: { id: document, content } }) => {
    return { document, startLine: 1, endLine: content.split('\n').length, text: content }
  })
  return { text, results: placeResults(text, spans) }
}

/** How long the text is, and how much of it an agent has to read to have read the first lines that answer. */
export function measureGiven(
  { text, results }: AgentText,
  query: Pick<RunQuery, 'grades' | 'passages'>,
): GivenText {
  const ends = results.map((result) => answerEnd(result, query)).filter((end) => end !== undefined)
  const [first] = ends.toSorted((a, b) => a - b)
  return {
    tokens: countTokens(text),
    toAnswer: first === undefined ? null : countTokens(text.slice(0, first)),
  }
}

/** An answer without a threshold: its confidence within the limit, and how long the text is to the end of each result. */
export function measureUnfiltered(
  { text, results }: AgentText,
  { results: found }: { readonly results: readonly Pick<SearchResult, 'confidence'>[] },
  limit: number,
): Unfiltered {
  // What comes after the results, such as where was searched, is there however many there are.
  const rest = countTokens(text.slice(results.at(-1)?.end ?? 0))
  return {
    limit,
    confidence: Math.max(0, ...found.slice(0, limit).map(({ confidence }) => confidence)),
    results: results.map(({ document, end }) => ({
      document,
      tokens: countTokens(text.slice(0, end)) + rest,
    })),
  }
}

/**
 * Finds results in the text of an answer: `body` has the lines as an agent sees them, and the source; `begin` is where the body
 * begins in the whole text, and `end` where the result ends, with its marker.
 */
function placeResults(text: string, results: readonly PlainResult[]) {
  const [, marker = ''] = /^<(memory-\S+)/mu.exec(text) ?? []
  const closing = `\n</${marker}>`
  let end = 0
  return results.map(({ document, startLine, endLine, text: own }) => {
    const begin = text.indexOf('\n', text.indexOf(`<${marker} `, end)) + 1
    // The lines of a result may be none.
    const close = text.indexOf(closing, begin - 1)
    end = close + closing.length
    return { document, startLine, endLine, text: own, body: text.slice(begin, close), begin, end }
  })
}

/** Where the lines of a result that answer end; for queries without passages, where a result of a relevant document ends. */
function answerEnd(result: GivenResult, { grades, passages }: Pick<RunQuery, 'grades' | 'passages'>) {
  const { document, body, begin } = result
  if (passages.length === 0) {
    return gradeOf({ grades }, document) > 0 ? begin + body.length : undefined
  }
  const held = passages.filter((passage) => holdsPassage([passage], result))
  if (held.length === 0) return undefined
  const lines = body.split('\n')
  const fewest = Math.min(...held.map((passage) => linesToAnswer(result, lines, passage)))
  return begin + lines.slice(0, fewest).join('\n').length
}

/** How many lines of a result an agent has to read to have read a passage that the result holds. */
function linesToAnswer(
  { startLine }: GivenResult,
  lines: readonly string[],
  { lines: [, last] = [0, Infinity], contains }: Passage,
): number {
  if (contains === undefined) return Math.min(lines.length, last - startLine + 1)
  const wanted = singleSpaces(contains)
  const index = lines.findIndex((_, line) =>
    singleSpaces(lines.slice(0, line + 1).join('\n')).includes(wanted),
  )
  return index === -1 ? lines.length : index + 1
}
