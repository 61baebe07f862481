import { describe, expect, it } from 'vitest'
import type { EmbeddingLink } from './link.js'
import { whoAnswers, type AnsweringFacts } from './who-answers.js'

function link(model: string, more: Partial<EmbeddingLink> = {}): EmbeddingLink {
  const open = () => Promise.reject(new Error('nobody may open it'))
  return { provider: 'local', model, source: `local:${model}`, host: null, open, ...more }
}

const first = link('first')
const second = link('second')
const remote = link('remote', { provider: 'openai', host: 'api.openai.com' })

function fallback(facts: Partial<AnsweringFacts<EmbeddingLink>>) {
  return whoAnswers({
    links: [first],
    plan: { asked: [first], withoutVectors: [] },
    obstacleOf: () => undefined,
    vectorSearch: { available: true, reason: null },
    noModelReason: undefined,
    ...facts,
  }).fallback
}

const isBroken = (broken: EmbeddingLink) => (asked: EmbeddingLink) =>
  asked === broken ? 'its file is gone' : undefined

describe('A25: what would answer a question', () => {
  it('A25: is the first choice, with nothing in its stead', () => {
    expect(fallback({})).toBeNull()
    expect(fallback({ links: [], plan: { asked: [], withoutVectors: [] } })).toBeNull()
  })

  it.each<[string, Partial<AnsweringFacts<EmbeddingLink>>, string, RegExp]>([
    ['there is no model', { links: [], noModelReason: 'no model' }, 'words', /^no model$/],
    [
      'vectors cannot be searched',
      { vectorSearch: { available: false, reason: 'no vec' } },
      'words',
      /^no vec$/,
    ],
    [
      'nothing is embedded',
      { plan: { asked: [], withoutVectors: [first] } },
      'words',
      /first has no vectors here/,
    ],
    ['its model is gone', { obstacleOf: isBroken(first) }, 'words', /^local\/first: its file is gone$/],
    [
      'another has the vectors',
      { plan: { asked: [second], withoutVectors: [first] } },
      'local/second',
      /first has no vectors here/,
    ],
    [
      'the next one can',
      {
        links: [first, second],
        plan: { asked: [first, second], withoutVectors: [] },
        obstacleOf: isBroken(first),
      },
      'local/second',
      /its file is gone/,
    ],
    [
      'a new model is being filled',
      { plan: { asked: [second, first], withoutVectors: [] } },
      'local/second',
      /first has not finished embedding/,
    ],
  ])('A25: is something else where %s', (_, facts, to, reason) => {
    expect(fallback(facts)).toEqual({ to, reason: expect.stringMatching(reason) })
  })

  it('A25: is never another machine because a model on this one failed, unless somebody said so', () => {
    const failing = { links: [first, remote], obstacleOf: isBroken(first) }
    const plan = { asked: [first, remote], withoutVectors: [] }
    expect(fallback({ ...failing, plan })).toEqual({
      to: 'words',
      reason: expect.stringContaining('sent elsewhere'),
    })
    const meant = { asked: [first, { ...remote, mayStandIn: true }], withoutVectors: [] }
    expect(fallback({ ...failing, plan: meant })?.to).toBe('openai/remote')
  })
})
