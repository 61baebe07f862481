import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import loadWabt from 'wabt'

it('the binary of code-sums.ts is the assembled sum-codes.wat', async () => {
  const wabt = await loadWabt()
  const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
  const { buffer } = wabt.parseWat('sum-codes.wat', read('sum-codes.wat'), { simd: true }).toBinary({})
  expect(read('code-sums.ts')).toContain(`'${Buffer.from(buffer).toString('base64')}'`)
})
