import { readFileSync } from 'node:fs'
import { createMemory } from '@recallite/core'
import { openSqliteStore } from '@recallite/store-sqlite'
import { openSqliteRecords } from '@recallite/store-sqlite/records'

interface PairOfRecords {
  readonly earlier: string
  readonly later: string
}

/** The even lines of a file of the suite: the comparison was tuned with the others. */
function readPairs(name: string): PairOfRecords[] {
  const file = new URL(`../../suites/contradictions/${name}.jsonl`, import.meta.url)
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  return lines.filter((_, index) => index % 2 === 1).map((line) => JSON.parse(line))
}

/** The shares of contradicting and of compatible pairs in which `remember` notices a contradiction, and the pairs with a wrong result. */
export async function measureContradictions() {
  const records = await openSqliteRecords({ path: ':memory:' })
  const memory = createMemory({ store: await openSqliteStore({ path: ':memory:' }), records })
  async function measure(name: 'contradicting' | 'compatible') {
    const pairs = readPairs(name)
    const noticed: PairOfRecords[] = []
    for (const [index, pair] of pairs.entries()) {
      const collection = `${name} ${index}`
      await memory.records.remember(pair.earlier, { collection })
      const { contradicts } = await memory.records.remember(pair.later, { collection })
      if (contradicts.length > 0) noticed.push(pair)
    }
    const wrong = name === 'compatible' ? noticed : pairs.filter((pair) => !noticed.includes(pair))
    const share = noticed.length / pairs.length
    return { share, count: pairs.length, wrong: wrong.map(({ earlier, later }) => `${earlier} / ${later}`) }
  }
  try {
    return { contradicting: await measure('contradicting'), compatible: await measure('compatible') }
  } finally {
    await memory.close()
  }
}
