import { signal } from '@preact/signals'
import type { RankedCandidate } from '@recallite/core/ranking'
import type { JudgedDocument, JudgedQuery, JudgedSuite } from '../api.js'
import { ask, send } from '../request.js'

/** The user's own suite; null before it was asked for. */
export const suite = signal<JudgedSuite | null>(null)

/** Why the suite cannot be read or written; empty if it can. */
export const failure = signal('')

/** A result that can be judged. */
export type JudgedResult = Pick<RankedCandidate, 'kind' | 'item'>

/** Reads the suite again. */
export const loadSuite = (): Promise<void> => take(ask<JudgedSuite>('suite'))

/** Says whether a result answers a query; the same again takes it back. */
export function judge(query: string, { item }: JudgedResult, answers: boolean): Promise<void> {
  const { root, path, startLine, endLine } = item?.locator ?? {}
  const lines = answers ? { lines: [startLine, endLine] } : {}
  return take(send<JudgedSuite>('judge', { query, root, path, ...lines, answers }))
}

/** Takes a query out of the suite. */
export const removeQuery = (id: string): Promise<void> => take(send<JudgedSuite>('remove-query', { id }))

async function take(answer: Promise<JudgedSuite>): Promise<void> {
  try {
    suite.value = await answer
    failure.value = ''
  } catch (error) {
    failure.value = (error as Error).message
  }
}

/** What was said of a result for a query. */
export function judgementOf(query: string, { item }: JudgedResult): 'answers' | 'not' | undefined {
  const { root, path, startLine, endLine } = item?.locator ?? {}
  const judged = suite.value?.queries.find(({ text }) => singleSpaces(text) === singleSpaces(query))
  const said = judged?.relevant.filter((each) => each.path === `${root}:${path}`) ?? []
  if (said.some(({ grade }) => grade === 0)) return 'not'
  const isHere = ({ lines }: JudgedDocument) => !lines || String(lines) === `${startLine},${endLine}`
  return said.some(isHere) ? 'answers' : undefined
}

/** The documents that answer a query, as `root:path`; none if nothing is known to answer it. */
export function answersOf({ relevant }: JudgedQuery): ReadonlySet<string> {
  return new Set(relevant.filter(({ grade = 1 }) => grade > 0).map(({ path }) => path))
}

/** As the suite compares queries. */
const singleSpaces = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim()
