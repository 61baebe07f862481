import { embedDocuments, type Check } from './check.js'

const oddTexts: readonly (readonly [name: string, text: string])[] = [
  ['unpaired surrogates', 'before \uD83D after \uDE00 end'],
  ['control characters', 'a\u0000b\u0007c\u001B[31md\u007F\u0085e'],
  ['many scripts at once', 'naïve 日本語 한국어 العربية עברית ไทย 👩‍👩‍👧 e\u0301'],
  ['a text far longer than any context', 'A river runs past the old mill. '.repeat(1000)],
  ['one word without end', 'x'.repeat(20_000)],
]

/** Checks of texts that break careless models. */
export const oddTextChecks: readonly Check[] = oddTexts.map(([name, text]) => ({
  name: `embeds ${name}, and works afterwards`,
  async holds(model) {
    await embedDocuments(model, [text, 'Plain words.'])
    await embedDocuments(model, ['Plain words.'])
  },
}))
