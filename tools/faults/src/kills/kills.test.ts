import { expect, it } from 'vitest'
import { requestsUnderWay } from './kills.ts'

it('texts that may be embedded again: unanswered requests, and the last answered ones, up to four', () => {
  // A request with one text may be a query or a canary, not a batch.
  const batch = (number: number, isAnswered: boolean) => ({ texts: [`${number}a`, `${number}b`], isAnswered })
  const under = (...requests: { texts: string[]; isAnswered: boolean }[]) => [
    ...requestsUnderWay({ requests }),
  ]
  const answered = [1, 2, 3, 4, 5, 6].map((number) => batch(number, true))
  expect(under()).toEqual([])
  expect(under({ texts: ['canary'], isAnswered: true }, ...answered, batch(7, false)).toSorted()).toEqual(
    [4, 5, 6, 7].flatMap((number) => [`${number}a`, `${number}b`]),
  )
  const open = [1, 2, 3, 4].map((number) => batch(number, false))
  expect(under(batch(0, true), ...open)).not.toContain('0a')
})
