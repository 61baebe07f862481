import type { EmbeddingModel } from '@recallite/embeddings'
import { createHostedModel } from '@recallite/embeddings/http'
import { applyPrompt, cutText } from '@recallite/embeddings/provider'
import { connect } from './connect.js'
import { readEmbeddings, readEntries } from './read-embeddings.js'
import { type RequestForm, sendInForm, standardForm } from './request-forms.js'
import { contextSize, embeddingBody, type OpenAIEmbeddingsSettings, resolveSpace } from './settings.js'

/**
 * Creates a model of the OpenAI API or a compatible server. Each call is one request, without retries, caching or batching,
 * unless a compatible server refuses it and accepts a simpler one; texts are cut at about 8,000 tokens. Rejects with `EMBEDDING_MODEL_UNAVAILABLE` for invalid settings, or like `embed` if
 * the length of the vectors has to be requested.
 */
export async function createOpenAIEmbeddings(settings: OpenAIEmbeddingsSettings): Promise<EmbeddingModel> {
  settings.signal?.throwIfAborted()
  const space = resolveSpace(settings)
  const { model, promptStyle, dimensions } = space
  const connection = connect(settings)
  const source = `openai/${model} at ${connection.host}`
  const sendFrom = (signal: AbortSignal | undefined) => async (input: string[], form: RequestForm) => {
    const body = embeddingBody(space, input, form)
    const answer = await connection.ask((client) => client.post<unknown>('/embeddings', { body }), signal)
    return readEntries(answer, { count: input.length, source })
  }
  return createHostedModel(
    {
      identity: { provider: 'openai', model, promptStyle },
      dimensions,
      maxBatchItems: 2048,
      source,
      prepare: (role, text) => cutText(applyPrompt(promptStyle, role, text), contextSize),
      ask: async ({ input, signal }) => {
        const send = sendFrom(signal)
        const isCompatible = connection.host !== 'api.openai.com'
        const server = `${settings.baseUrl} ${model} ${space.requestedDimensions}`
        return { data: await (isCompatible ? sendInForm(server, input, send) : send(input, standardForm)) }
      },
      read: readEmbeddings,
      firstVector: ['data', '0', 'embedding'],
    },
    settings.signal,
  )
}
