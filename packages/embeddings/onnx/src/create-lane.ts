import { type ComputeTexts, explain, type TextAnswer } from '@recallite/embeddings/process'
import type { Network } from './network.js'

interface LaneParts {
  readonly network: Network
  readonly tokenize: (text: string) => readonly number[]
  /** Whether several texts may be computed at once. */
  readonly isBatchable: boolean
}

/** Embeds texts together where that leaves their vectors as they are. A text that is refused costs no other one. */
export function createLane({ network, tokenize, isBatchable }: LaneParts): ComputeTexts {
  return async (texts) => {
    const tokens = texts.map(tokenize)
    const together =
      isBatchable && texts.length > 1 ? await network.embed(tokens).catch(() => undefined) : undefined
    return together ?? embedOneByOne(network, tokens)
  }
}

async function embedOneByOne(network: Network, texts: readonly (readonly number[])[]): Promise<TextAnswer[]> {
  const answers: TextAnswer[] = []
  for (const tokens of texts) {
    const answer = await network.embed([tokens]).catch((error: unknown) => explain(error).reason)
    answers.push(...(typeof answer === 'string' ? [answer] : answer))
  }
  return answers
}
