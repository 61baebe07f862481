import { fileURLToPath } from 'node:url'
import { runProcess } from '@recallite/test-kit'
import { expect, it } from 'vitest'

const program = fileURLToPath(new URL('index.js', import.meta.url))

it('ranks with the strategy of the example and with the default one', async () => {
  const { stdout, stderr, exitCode } = await runProcess([program])
  expect([exitCode, stderr]).toEqual([0, ''])
  const rankings = stdout.split(/\n\n/).slice(1)
  expect(rankings.map((ranking) => ranking.split('\n')[0])).toEqual(['combMnz', 'calibrated'])
  for (const ranking of rankings) {
    const scores = [...ranking.matchAll(/^(\d\.\d{3}) {2}\S+\.md:\d+$/gm)].map(([, score]) => Number(score))
    expect(scores).toHaveLength(3)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  }
  // Items that both retrievers found count twice.
  expect(Number(rankings[0]?.split('\n')[1]?.split(' ')[0])).toBeGreaterThan(2)
})
