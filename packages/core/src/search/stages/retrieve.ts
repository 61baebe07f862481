import { notAsked, retrieveBy, type Retrieval, type Retriever } from '../retrievers/retriever.js'
import type { Question } from '../question.js'
import type { ParsedQuery } from './parse.js'

/** What all retrievers found. */
export interface Retrieved {
  /** As it is after words were corrected. */
  readonly question: Question
  /** One for each retriever, in their order. */
  readonly retrievals: readonly Retrieval[]
}

/** Asks all retrievers at once, each shielded from the others' failure; one of weight 0 is not asked. */
export async function retrieve(query: ParsedQuery, retrievers: readonly Retriever[]): Promise<Retrieved> {
  const { question, settings } = query
  const ask = async (retriever: Retriever, corrected: Promise<Question>) =>
    settings.weights[retriever.name] === 0
      ? notAsked(retriever, retriever.scoreOthers?.(query))
      : retrieveBy(retriever, () => retriever.find(query, corrected))
  const readers = retrievers.filter(({ readsWords }) => readsWords)
  const reading = new Map(readers.map((retriever) => [retriever, ask(retriever, Promise.resolve(question))]))
  const corrected = Promise.all(reading.values()).then(
    (read) => read.find((one) => one.question)?.question ?? question,
  )
  const retrievals = await Promise.all(
    retrievers.map((retriever) => reading.get(retriever) ?? ask(retriever, corrected)),
  )
  return { question: await corrected, retrievals }
}
