import { describe, expect, it } from 'vitest'
import { readFacts } from './read-facts.js'

const factsOf = (config: object, tokenizerConfig: object = {}) => readFacts({ config, tokenizerConfig })

describe('readFacts', () => {
  it('takes the smaller limit of the two files', () => {
    const config = { hidden_size: 384, max_position_embeddings: 512 }
    expect(factsOf(config, { model_max_length: 256 })).toEqual({ dimensions: 384, maxTokens: 256 })
    expect(factsOf(config, { model_max_length: 1024 })).toEqual({ dimensions: 384, maxTokens: 512 })
    expect(factsOf(config)).toEqual({ dimensions: 384, maxTokens: 512 })
  })

  it('leaves out the places that RoBERTa and its kin never use', () => {
    const config = { model_type: 'xlm-roberta', pad_token_id: 1, max_position_embeddings: 514 }
    expect(factsOf(config).maxTokens).toBe(512)
    expect(factsOf({ model_type: 'mpnet', max_position_embeddings: 514 }).maxTokens).toBe(512)
  })

  it.each([
    [{}, {}],
    [{ max_position_embeddings: 'many', hidden_size: 0 }, { model_max_length: 1e30 }],
    [{ max_position_embeddings: -1, hidden_size: 1.5 }, { model_max_length: null }],
  ])('takes BERT’s limit where the files %o %o say nothing', (config, tokenizerConfig) => {
    expect(factsOf(config, tokenizerConfig)).toEqual({ dimensions: undefined, maxTokens: 512 })
  })
})
