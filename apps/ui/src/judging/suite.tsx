import { signal } from '@preact/signals'
import type { RankedCandidate } from '@recallite/core/ranking'
import { useEffect } from 'preact/hooks'
import type { JudgedQuery, JudgedSuite } from '../api.js'
import { Trouble } from '../elements.js'
import { ask, send } from '../request.js'

/** The user's own suite; undefined before it was asked for. */
export const suite = signal<JudgedSuite>()

/** Why the suite cannot be read or written; empty if it can. */
export const failure = signal('')

export const loadSuite = (): Promise<void> => take(ask<JudgedSuite>('suite'))

export const removeQuery = (id: string): Promise<void> => take(send<JudgedSuite>('remove-query', { id }))

function take(answer: Promise<JudgedSuite>): Promise<void> {
  failure.value = ''
  const fail = (error: Error) => void (failure.value = error.message)
  return answer.then((next) => void (suite.value = next), fail)
}

/** The documents that answer a query, as `root:path`; none if nothing is known to answer it. */
export function answersOf({ relevant }: JudgedQuery): ReadonlySet<string> {
  return new Set(relevant.filter(({ grade = 1 }) => grade > 0).map((each) => each.path))
}

/** The buttons that say of a result whether it answers a query. Records have none: a suite is about files. */
export function Judge({ query, result }: { readonly query: string; readonly result: RankedCandidate }) {
  useEffect(() => {
    if (!suite.value) void loadSuite()
  }, [])
  const { kind, item } = result
  if (kind !== 'file' || !item) return null
  const { root, path, startLine, endLine } = item.locator
  const judged = suite.value?.queries.find(({ text }) => singleSpaces(text) === singleSpaces(query))
  const said = judged?.relevant.filter((each) => each.path === `${root}:${path}`) ?? []
  const isWrong = said.some(({ grade }) => grade === 0)
  const isHere = said.some(({ lines }) => !lines || String(lines) === `${startLine},${endLine}`)
  // The same judgement again takes it back.
  const judge = (answers: boolean) => {
    const lines = answers ? { lines: [startLine, endLine] } : {}
    void take(send<JudgedSuite>('judge', { query, root, path, ...lines, answers }))
  }
  return (
    <div class="judge fields">
      <button aria-pressed={isHere && !isWrong} onClick={() => judge(true)}>
        This answers
      </button>
      <button aria-pressed={isWrong} onClick={() => judge(false)}>
        This does not
      </button>
      <Trouble of={failure.value} />
    </div>
  )
}

/** As the suite compares queries. */
const singleSpaces = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim()
