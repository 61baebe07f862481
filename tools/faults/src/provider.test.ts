import { expect, it, onTestFinished } from 'vitest'
import { startProvider, vectorBytes, vectorOf } from './provider.ts'

it('makes vectors whose length is exactly 1, another for every text', () => {
  const vectors = Array.from({ length: 200 }, (_, number) => vectorOf(`text ${number}`))
  expect(new Set(vectors.map((vector) => Math.hypot(...vector)))).toEqual(new Set([1]))
  expect(new Set(vectors.map(String)).size).toBe(200)
})

it('answers in both forms of the wire format, counts what it was asked, and says when', async () => {
  const provider = await startProvider()
  onTestFinished(() => provider.close())
  const ask = async (input: string[], format?: string) => {
    const body = JSON.stringify({ input, encoding_format: format })
    const response = await fetch(`${provider.url}/embeddings`, { method: 'POST', body })
    const { data } = (await response.json()) as { data: { embedding: unknown }[] }
    return data.map(({ embedding }) => embedding)
  }
  const moments: [string, boolean][] = []
  provider.listen((moment, { isAnswered }) => void moments.push([moment, isAnswered]))
  expect(await ask(['one', 'two'])).toEqual([vectorOf('one'), vectorOf('two')])
  await expect.poll(() => moments.at(-1)).toEqual(['answered', true])
  expect(moments[0]).toEqual(['received', false])
  expect(await ask(['two'], 'base64')).toEqual([vectorBytes('two').toString('base64')])
  expect(Object.fromEntries(provider.timesAsked())).toEqual({ one: 1, two: 2 })
  provider.alias('probe', 'one')
  expect(await ask(['probe'])).toEqual([vectorOf('one')])
})
