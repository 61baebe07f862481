import { expect, it, onTestFinished } from 'vitest'
import { startProvider } from '../provider.js'
import { requestsUnderWay } from './after-kill.js'

it('what may be embedded again: requests without an answer, and of the last answers so many that it makes four', async () => {
  const provider = await startProvider()
  onTestFinished(() => provider.close())
  const under = () => [...requestsUnderWay(provider)].toSorted()
  expect(under()).toEqual([])
  // A request of one text may be a question or a canary, and is none of the batches.
  const batch = (number: number, isAnswered: boolean) => ({ texts: [`${number}a`, `${number}b`], isAnswered })
  const requests = [
    { texts: ['canary'], isAnswered: true },
    ...[1, 2, 3, 4, 5, 6].map((number) => batch(number, true)),
    batch(7, false),
  ]
  expect([...requestsUnderWay({ ...provider, requests })].toSorted()).toEqual(
    [4, 5, 6, 7].flatMap((number) => [`${number}a`, `${number}b`]),
  )
  const open = [1, 2, 3, 4].map((number) => batch(number, false))
  expect(requestsUnderWay({ ...provider, requests: [batch(0, true), ...open] }).has('0a')).toBe(false)
})
