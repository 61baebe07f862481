import { relevantDocuments } from '../../measures/answer-measure.js'
import type { RunQuery } from '../../run/run.js'
import type { ReportSuite, System } from '../report-suite.js'
import { visibleText } from '../visible-text.js'
import { encodeAnswer, type Interners } from './encode-answer.js'
import { encodeExpected } from './encode-expected.js'
import { createInterner } from './intern.js'
import type { PageChunk, PageData, PageQuery, PageSystem } from './page-data.js'

function encodeSystem({ name, strategy, run }: System): PageSystem {
  const retriever = strategy === 'keyword' || strategy === 'vector' ? strategy : null
  return { name: visibleText(name), run, retriever }
}

function encodeQuery(query: RunQuery, systems: readonly System[], interners: Interners): PageQuery {
  return {
    id: visibleText(query.id),
    text: visibleText(query.text),
    kind: visibleText(query.kind),
    expected: encodeExpected(query, interners.strings),
    relevant: relevantDocuments(query).length,
    answers: systems.map(({ answers }) => {
      const answer = answers.get(query.id)
      return answer ? encodeAnswer(answer, query, interners) : null
    }),
  }
}

/** Everything that the page's script shows, trimmed to what it shows and with every text once. */
export function encodePageData(suites: readonly ReportSuite[], hitDepth: number): PageData {
  const interners: Interners = {
    strings: createInterner((text: string) => text),
    chunks: createInterner((chunk: PageChunk) => chunk.join()),
  }
  const encoded = suites.map(({ title, queries, systems }) => ({
    title: visibleText(title),
    systems: systems.map(encodeSystem),
    queries: queries.map((query) => encodeQuery(query, systems, interners)),
  }))
  return { strings: interners.strings.items, chunks: interners.chunks.items, hitDepth, suites: encoded }
}
