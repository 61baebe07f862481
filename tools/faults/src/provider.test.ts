import { expect, it, onTestFinished } from 'vitest'
import { dimensions, startProvider, vectorBytes, vectorOf } from './provider.js'

async function ask(url: string, input: string[], format?: string) {
  const response = await fetch(`${url}/embeddings`, {
    method: 'POST',
    body: JSON.stringify({ input, encoding_format: format }),
  })
  const { data } = (await response.json()) as { data: { embedding: unknown }[] }
  return data.map(({ embedding }) => embedding)
}

it('makes vectors whose length is exactly 1, another for every text', () => {
  const vectors = Array.from({ length: 200 }, (_, number) => vectorOf(`text ${number}`))
  for (const vector of vectors) {
    expect(vector).toHaveLength(dimensions)
    expect(Math.hypot(...vector)).toBe(1)
  }
  expect(new Set(vectors.map(String)).size).toBe(200)
})

it('answers in both forms of the wire format, and counts what it was asked', async () => {
  const provider = await startProvider()
  onTestFinished(() => provider.close())
  expect(await ask(provider.url, ['one', 'two'])).toEqual([vectorOf('one'), vectorOf('two')])
  expect(await ask(provider.url, ['two'], 'base64')).toEqual([vectorBytes('two').toString('base64')])
  expect([...provider.timesAsked()]).toEqual([
    ['one', 1],
    ['two', 2],
  ])
  provider.alias('probe', 'one')
  expect(await ask(provider.url, ['probe'])).toEqual([vectorOf('one')])
  provider.forget()
  expect(provider.requests).toEqual([])
})

it('says at which moment a request is', async () => {
  const provider = await startProvider()
  onTestFinished(() => provider.close())
  const moments: [string, boolean][] = []
  provider.listen(({ isAnswered }, moment) => void moments.push([moment, isAnswered]))
  await ask(provider.url, ['one'])
  await expect
    .poll(() => moments)
    .toEqual([
      ['received', false],
      ['answered', true],
    ])
})
