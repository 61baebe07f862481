import { parseQuery } from '@recallite/keyword'
import { expect, it } from 'vitest'
import { describeFeature, type Query } from '../query.js'
import { weighTimeWords } from './topic.js'

function weightsOf(text: string, time: string): Record<string, number> {
  const query: Query = { ...parseQuery(text), isSecret: false, corrections: [], weighed: [] }
  const weighed = weighTimeWords(query, { text: time, from: null, to: '2026-03-31' })
  return Object.fromEntries(
    weighed.scoring.map(({ feature, weight }, index) => [
      describeFeature(feature),
      weight / (query.scoring[index]?.weight ?? 1),
    ]),
  )
}

it('weighs the words of a time less, and no others', () => {
  const weights = weightsOf('meetings about fees in March 2025', 'in March 2025')
  expect(weights).toMatchObject({ meet: 1, fee: 1, march: 0.25, 2025: 0.25, '"march 2025"': 0.25 })
  expect(weights['"fee march"'] ?? 1).toBe(1)
})

it('does not do so with a word that the topic contains too', () => {
  expect(weightsOf('the march in March', 'in March')).toMatchObject({ march: 1 })
})
