import { answerJson, type Answer } from '@recallite/test-kit'

/** The body of a request to `/api/embed`: https://docs.ollama.com/api/embed */
export interface EmbedBody {
  readonly model: string
  readonly input: readonly string[]
  readonly truncate: boolean
  readonly dimensions?: number
}

/**
 * A simulated Ollama with every model: vectors count the letters of a text, by position, and have length 1. Rejects texts
 * above the context size, like versions that ignore `truncate` (https://github.com/ollama/ollama/issues/14186).
 */
export function playOllama(length = 768, contextSize = 2048): Answer {
  return (request, response) => {
    const { model, input, dimensions = length } = JSON.parse(request.body) as EmbedBody
    const isLong = input.some((text) => (text.match(/\w{1,4}|\S/g)?.length ?? 0) > contextSize)
    const answer = isLong
      ? answerJson({ error: 'the input length exceeds the context length' }, { status: 400 })
      : answerJson(answerOf(model, input.map((text) => vectorOf(text, Math.min(dimensions, length)))))
    return answer(request, response)
  }
}

/** The answer of Ollama 0.6 and later, with the fields that are not read. */
export function answerOf(model: string, embeddings: readonly unknown[]): object {
  return { model, embeddings, total_duration: 14143917, load_duration: 1019500, prompt_eval_count: 8 }
}

/** The simulated vector of a text; different texts have different vectors. */
export function vectorOf(text: string, length: number): number[] {
  const counts = Array.from({ length }, () => 0)
  for (let position = 0; position < text.length; position += 1) {
    const slot = (text.charCodeAt(position) * 31 + position) % length
    counts[slot] = (counts[slot] ?? 0) + 1
  }
  const norm = Math.hypot(...counts)
  return counts.map((count) => count / norm)
}
