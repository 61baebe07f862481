import { describe, expect, it } from 'vitest'
import { findSpace } from './commands/spaces.js'

const space = (model: string, dimensions = 3, provider = 'openai') => ({
  provider,
  model,
  dimensions,
  promptStyle: 'plain',
})

describe('findSpace', () => {
  it.each(['small', 'openai/small', 'openai/small/3', 'openai/small/3/plain'])('finds by %s', (name) => {
    expect(findSpace(name, [space('large'), space('small')])).toEqual(space('small'))
  })

  it('asks which, where there are several', () => {
    const spaces = [space('small', 3), space('small', 8)]
    expect(() => findSpace('small', spaces)).toThrow(
      /Several.*openai\/small\/3\/plain, openai\/small\/8\/plain/,
    )
    expect(findSpace('openai/small/8', spaces)).toEqual(space('small', 8))
  })

  it('says what there is, where there is none of that name', () => {
    expect(() => findSpace('x', [space('small')])).toThrow(/There are: openai\/small/)
    expect(() => findSpace('x', [])).toThrow(/Nothing is embedded/)
  })
})
